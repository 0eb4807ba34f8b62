export const nameLengthMax = 32;
export const textLengthMax = 256;

/**
 * The text as it may be stored, at most `lengthMax` UTF-16 units: NUL and lone surrogates, which PostgreSQL refuses,
 * become U+FFFD (decisions.md, What comes in).
 */
export function storableText(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).toWellFormed().replaceAll('\0', '\ufffd');
}

/**
 * The form in which names are compared, as the game does (decisions.md, Names): NBSP, `_` and `-` count as a space,
 * ends are trimmed, case is ignored without regard to any locale.
 */
export function nameKey(name: string): string {
  return name
    .replace(/[\u00a0_-]/g, ' ')
    .trim()
    .toLowerCase();
}
