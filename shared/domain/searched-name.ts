/** As long as the longest name in a filter. */
export const searchedNameLengthMax = 100;

/** A name as it is compared: without outer spaces, in lower case, at most 100 characters. */
export function searchedName(name: string): string {
  return name.trim().toLowerCase().slice(0, searchedNameLengthMax);
}
