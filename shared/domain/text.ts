export const nameLengthMax = 32;
/** Of items and slots. */
export const itemTextLengthMax = 64;
export const textLengthMax = 256;

/**
 * The text as it may be stored, at most `lengthMax` UTF-16 units: NUL and lone surrogates, which PostgreSQL refuses,
 * become U+FFFD (decisions.md, What comes in).
 */
export function storableText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text.toWellFormed().replaceAll('\0', '\ufffd');
  // V8 keeps all of a text alive for any slice of it: 256 characters that a cache held were 240,000 in memory.
  return Buffer.from(text.slice(0, lengthMax)).toString().replaceAll('\0', '\ufffd');
}

/**
 * A player's name as it is served. Clients send no-break spaces in it, and a map that takes ASCII names only would never
 * show that player (decisions.md, What comes in).
 */
export function withPlainSpaces(name: string): string {
  return name.replace(/\p{Space_Separator}/gu, ' ');
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
