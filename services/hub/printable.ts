/**
 * What a terminal acts on instead of showing: controls such as ESC and CSI, format characters such as those that turn
 * the direction of writing, separators that begin a line, and halves of surrogate pairs.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * The text with everything that a terminal would act on written out, as `\u{1b}`. Names come from players, who could
 * otherwise write into the operator's terminal. Line feeds stay.
 */
export function printableLines(text: string): string {
  return text.replace(unprintable, (character) => (character === '\n' ? character : spelled(character)));
}

/** The same for what belongs on one line. */
export function printable(text: string): string {
  return text.replace(unprintable, spelled);
}

/** A template for one line: what is put into it stays on that line. */
export function line(texts: TemplateStringsArray, ...values: readonly unknown[]): string {
  return String.raw({ raw: texts }, ...values.map((value) => printable(String(value))));
}

/** A JSON document on one line, which a terminal can show as it is; it reads back to the same value. */
export function printableJson(document: unknown): string {
  return JSON.stringify(document).replace(unprintable, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

function spelled(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
