import { useMemo } from 'react';
import { isolateName } from '../text/account-name.ts';
import { countText } from '../text/format.ts';
import { Chart } from './chart.tsx';
import { type ComparedXp, gainedPoints } from './gained-points.ts';

interface Props {
  readonly accounts: readonly ComparedXp[];
  readonly isGained: boolean;
  readonly skill: string;
  /** Pixels. */
  readonly height: number;
}

/** A line for each account. */
export function XpCurves({ accounts, isGained, skill, height }: Props) {
  const series = useMemo(
    () =>
      accounts.map((each) => ({
        label: isolateName(each.account.name),
        points: isGained ? gainedPoints(each) : each.points,
      })),
    [accounts, isGained],
  );
  if (accounts.every(({ points }) => points.length === 0)) {
    return <p className="notice">These players have no xp in {skill} in this range.</p>;
  }
  const label = `${skill} xp of ${countText(accounts.length, 'player')} over time`;
  return <Chart series={series} label={label} shape="steps" isFitted={!isGained} height={height} />;
}
