export const nameLengthMax = 32;
/** The longest text of an item or a slot. */
export const itemTextLengthMax = 64;
export const textLengthMax = 256;

/**
 * At most `lengthMax` UTF-16 units. NUL and lone surrogates, which PostgreSQL refuses, become
 * U+FFFD, and direction marks are left out (rules/input.md#strings).
 */
export function storableText(text: string, lengthMax: number): string {
  return withoutDirectionMarks(wellFormed(text, lengthMax).replaceAll('\0', '\ufffd'));
}

function wellFormed(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text.toWellFormed();
  // A copy, because a slice keeps the whole text in memory.
  return Buffer.from(text.slice(0, lengthMax)).toString();
}

/** With marks that change the direction of writing, a name could look like another name. */
export function withoutDirectionMarks(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Hebrew, Arabic and the other scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name that is written from right to left would turn the sentence around it. */
export function isolateRightToLeft(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

/** A run of control characters and line breaks becomes a space. */
export function asPlainLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** False with control characters or line breaks, which would break lists and control a terminal. */
export function isPlainLine(text: string): boolean {
  return asPlainLine(text) === text;
}

export const plainLineRule = 'it must have no control characters, such as line breaks';

/**
 * Plugins send no-break spaces in names, which a map of ASCII names would not show
 * (rules/input.md#strings).
 */
export function withPlainSpaces(name: string): string {
  return name.replace(/\p{Space_Separator}/gu, ' ');
}

/** For comparisons as in the game (rules/names.md#names). Systems write an accent in two ways. */
export function nameKey(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\u00a0_-]/g, ' ')
    .trim()
    .toLowerCase();
}
