/** Up to two letters for a name: the first ones of its first two words, or of its only one. */
export function itemInitials(name: string): string {
  const words = name.split(/[\s'’()-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first = '?', second] = words;
  return second === undefined
    ? [...first].slice(0, 2).join('')
    : `${[...first][0] ?? ''}${[...second][0] ?? ''}`;
}

/** A hue for each item, spread over the circle so that neighbours in number differ. */
export function itemHue(id: number): number {
  return Math.round((id * 137.508) % 360);
}
