/**
 * Characters that a terminal does not show as they are, such as ESC, CSI and changes of the writing
 * direction.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Escapes unprintable characters, like `\u{1b}`, except line feeds. Names come from players, who
 * could otherwise control the operator's terminal.
 */
export function printableLines(text: string): string {
  return text.replace(unprintable, (character) => (character === '\n' ? character : spelled(character)));
}

/** Also escapes line feeds, so that the text stays on one line. */
export function printable(text: string): string {
  return text.replace(unprintable, spelled);
}

/** Escapes inserted values, so that the text stays on one line. */
export function line(texts: TemplateStringsArray, ...values: readonly unknown[]): string {
  return String.raw({ raw: texts }, ...values.map((value) => printable(String(value))));
}

/** One line with unprintable characters escaped. A parser reads the same value. */
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
