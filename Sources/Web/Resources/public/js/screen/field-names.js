// Labels of entry fields.

/** @type {Record<string, string>} */
const LABELS = {
  firstName: 'First name', lastName: 'Last name', studentID: 'Student ID', github: 'GitHub username', name: 'Name',
  address: 'Address', position: 'Position', radius: 'Radius', email: 'E-mail', phone: 'Phone', note: 'Note', tagAdded: 'Tag', university: 'University', joined: 'Date joined', title: 'Title',
  description: 'Description', survey: 'Survey link', text: 'Question', timeZone: 'Time zone',
};

/**
 * Returns the label of a field; "" for fields that people do not fill in.
 * @param {string} field
 */
export function labelOf(field) {
  return LABELS[field] ?? '';
}
