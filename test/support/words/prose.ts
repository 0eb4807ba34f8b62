/** `line` is the number of the first line. */
export interface Prose {
  readonly line: number;
  readonly text: string;
}

const commentForms: readonly (readonly [path: RegExp, comment: RegExp])[] = [
  [/\.sql$/, /^\s*--\s?(.*)$/],
  [/\.(py|sh|ya?ml|toml|conf|service)$|(?:Dockerfile|Caddyfile|run)$/, /^\s*#(?!!)\s?(?!\s)(.*)$/],
  [/./, /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s?(.*?)(?:\*\/)?\s*$/],
];
const toolComment = /^(biome-ignore|@ts-|knip|@typedef|@property)/;

/** Without code, tables and headings. */
export function proseOfDocument(text: string): Prose[] {
  let isCode = false;
  return collect(text, (line) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || /^\s*(```|~~~|\||#|$)/.test(line)) return null;
    const item = /^\s*(?:[-*>]|\d+\.)\s+(.*)$/.exec(line);
    return item === null ? { part: line.trim() } : { part: item[1] ?? '', isStart: true };
  });
}

/** Matches a line that begins with a comment, and gives the text of the comment. */
export function commentForm(path: string): RegExp {
  const [, comment = /$^/] = commentForms.find(([fits]) => fits.test(path)) ?? [];
  return comment;
}

export function proseOfSource(path: string, text: string): Prose[] {
  const comment = commentForm(path);
  const docstring = path.endsWith('.py') ? createDocstringReader() : () => null;
  return collect(text, (line) => {
    const part = docstring(line) ?? comment.exec(line)?.[1]?.trim() ?? '';
    if (part === '' || toolComment.test(part)) return null;
    const tag = /^(?:@(?:param|returns?|throws)\b|-\s)\s*(.*)$/.exec(part);
    return tag === null ? { part } : { part: tag[1] ?? '', isStart: true };
  });
}

/** Null outside docstrings. */
function createDocstringReader(): (line: string) => string | null {
  let isOpen = false;
  return (line) => {
    const marks = line.split('"""').length - 1;
    const isText = isOpen || /^\s*"""/.test(line);
    if (marks % 2 === 1) isOpen = !isOpen;
    return isText ? line.replaceAll('"""', '').trim() : null;
  };
}

interface Part {
  readonly part: string;
  readonly isStart?: boolean;
}

/** A line without a part ends a piece, and `isStart` begins another piece. */
function collect(text: string, read: (line: string) => Part | null): Prose[] {
  const pieces: { line: number; text: string }[] = [];
  let isOpen = false;
  for (const [index, line] of text.split('\n').entries()) {
    const found = read(line);
    const last = pieces.at(-1);
    if (found === null) isOpen = false;
    else if (isOpen && last !== undefined && !found.isStart) last.text += ` ${found.part}`;
    else pieces.push({ line: index + 1, text: found.part });
    if (found !== null) isOpen = true;
  }
  return pieces;
}

export function sentencesOf({ text }: Prose): string[] {
  return text.split(/(?<=[.!?:])\s+(?=[A-Z`])/);
}
