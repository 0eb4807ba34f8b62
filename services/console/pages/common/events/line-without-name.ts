import { isolateRightToLeft } from '../../../../../shared/domain/text.ts';

/** An event from before a change of the name keeps its name. */
export function lineWithoutName(line: string, name: string): string {
  const start = `${isolateRightToLeft(name)} `;
  if (!line.startsWith(start)) return line;
  return line.charAt(start.length).toUpperCase() + line.slice(start.length + 1);
}
