// What fields of entries are called on the screen.

/** @type {Record<string, string>} */
const LABELS = {
  firstName: 'First name', lastName: 'Last name', studentID: 'Student ID', github: 'GitHub username', name: 'Name',
  address: 'Address', email: 'E-mail', university: 'University', joined: 'Date joined', title: 'Title',
  description: 'Description', survey: 'Survey link', text: 'Question', timeZone: 'Time zone',
};

/**
 * A field's label; "" if people do not fill it in.
 * @param {string} field
 */
export function labelOf(field) {
  return LABELS[field] ?? '';
}
