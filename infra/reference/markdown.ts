/** A table of GitHub's Markdown. Cells are Markdown; a line break or a bar in a cell is escaped. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cellOf).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

function cellOf(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
}

/** Text as code, also text that has backticks itself. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** A text as a sentence: it begins with a capital letter and ends with a full stop. */
export function sentence(text: string): string {
  const capital = /^[a-z]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** A page of docs/reference, from its title and its pieces. */
export function referencePage(title: string, pieces: readonly string[]): string {
  const origin = '<!-- `npm run build:reference` makes this page from the code. Change the code. -->';
  return `${[`# ${title}`, origin, ...pieces].join('\n\n')}\n`;
}
