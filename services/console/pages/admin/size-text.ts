const units = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

/** Decimal units: `12.5 GB`. */
export function sizeText(bytes: number): string {
  const unit = units.find(([least]) => bytes >= least);
  return unit === undefined ? `${bytes} bytes` : `${(bytes / unit[0]).toFixed(1)} ${unit[1]}`;
}
