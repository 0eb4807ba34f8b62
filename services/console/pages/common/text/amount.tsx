import { exactAmount, shortAmount } from './format.ts';

interface Props {
  /** Gp or xp; null is a dash. */
  readonly value: number | null;
  readonly unit: 'gp' | 'xp';
  readonly hasPlusSign?: boolean;
}

/** An amount in short, exact on hover. */
export function Amount({ value, unit, hasPlusSign = false }: Props) {
  if (value === null) return <span className="dim">–</span>;
  const sign = hasPlusSign && value > 0 ? '+' : '';
  return (
    <span className={unit === 'gp' ? 'worth' : undefined} title={`${exactAmount(value)} ${unit}`}>
      {sign}
      {shortAmount(value)}
    </span>
  );
}
