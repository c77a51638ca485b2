// What a page says of the school.

/** Whether student IDs are typed, and not given by the book. */
export function typesIDs() {
  return document.documentElement.dataset.typesIds !== undefined;
}
