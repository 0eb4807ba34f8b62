import { exactAmount, shortAmount } from './format.ts';

interface Milestone {
  /** `total_level`, `level` or `xp`. */
  readonly kind: string;
  readonly skill: string;
  readonly value: number;
}

export function milestoneText({ kind, skill, value }: Milestone): string {
  if (kind === 'total_level') return `Total level ${exactAmount(value)}`;
  return kind === 'level' ? `${skill} ${value}` : `${skill} ${shortAmount(value)} xp`;
}
