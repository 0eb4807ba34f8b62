/** Reads RFC 4180. @throws when the text has another format */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let line: string[] = [];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const found = field.exec(text);
    if (found === null) throw new Error(`no CSV from character ${at}: ${text.slice(at, at + 60)}`);
    const [, quoted, plain = '', end] = found;
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}
