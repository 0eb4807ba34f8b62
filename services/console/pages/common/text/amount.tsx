import { exactAmount, shortAmount } from './format.ts';

interface Props {
  /** Gp or xp; null is shown as a dash. */
  readonly value: number | null;
  readonly unit: 'gp' | 'xp';
  readonly hasPlusSign?: boolean;
}

export function Amount({ value, unit, hasPlusSign = false }: Props) {
  if (value === null) return <span className="dim unknown">–</span>;
  const sign = hasPlusSign && value > 0 ? '+' : '';
  return (
    <span className={unit === 'gp' ? 'worth' : undefined} title={`${exactAmount(value)} ${unit}`}>
      {sign}
      {shortAmount(value)}
    </span>
  );
}
