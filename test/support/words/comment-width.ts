import { parseSync } from 'vite';
import { commentForm } from './prose.ts';
import { lineCounter } from './syntax.ts';

export const commentColumnsMax = 100;

/** The numbers of the lines that hold a comment and are wider than `commentColumnsMax`. */
export function wideComments(path: string, text: string): number[] {
  const lines = text.split('\n');
  const wide = lines.flatMap((line, index) => ([...line].length > commentColumnsMax ? [index + 1] : []));
  if (wide.length === 0) return [];
  if (!/\.[cm]?[jt]sx?$/.test(path)) {
    const comment = commentForm(path);
    return wide.filter((line) => comment.test(lines[line - 1] ?? ''));
  }
  const lineAt = lineCounter(text);
  const comments = parseSync(path, text).comments.map(({ start, end }) => [lineAt(start), lineAt(end)]);
  return wide.filter((line) => comments.some(([first = 0, last = 0]) => first <= line && line <= last));
}
