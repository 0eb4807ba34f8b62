/** The length of the longest name in a filter. */
export const searchedNameLengthMax = 100;

/** The form in which names are compared. */
export function searchedName(name: string): string {
  return name.normalize('NFC').trim().toLowerCase().slice(0, searchedNameLengthMax);
}
