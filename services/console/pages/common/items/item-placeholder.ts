/** One or two letters of a name: of its first two words, or of its only word. */
export function itemInitials(name: string): string {
  const words = name.split(/[\s'’()-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first = '?', second] = words;
  return second === undefined
    ? [...first].slice(0, 2).join('')
    : `${[...first][0] ?? ''}${[...second][0] ?? ''}`;
}

/** Neighbouring ids get different hues. */
export function itemHue(id: number): number {
  return Math.round((id * 137.508) % 360);
}
