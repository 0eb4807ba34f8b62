const units = [
  { from: 1_000_000_000, letter: 'B' },
  { from: 1_000_000, letter: 'M' },
  { from: 1_000, letter: 'K' },
];

/** One decimal at most, never rounded up: 2.3M, 20.7K, 812. */
export function gpText(amount: number): string {
  const unit = units.find(({ from }) => amount >= from);
  if (unit === undefined) return String(amount);
  return `${Math.floor(amount / (unit.from / 10)) / 10}${unit.letter}`;
}
