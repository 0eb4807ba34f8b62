import { useMemo } from 'react';
import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { dayMs } from '../../../../../shared/domain/durations.ts';
import { Chart } from '../../common/chart/chart.tsx';
import { AccountAnswer } from '../account-answer.tsx';
import type { AccountData } from '../account-sections.ts';
import { buildWealthSeries } from './wealth-series.ts';

const rangeMs = 90 * dayMs;

export function WealthPanel({ account }: { readonly account: AccountData }) {
  const about = { account, category: 'inventory', path: '/accounts/{id}/wealth', csvName: 'wealth' } as const;
  return (
    <AccountAnswer title="Carried wealth per day" {...about} sinceMs={rangeMs} everyMs={5 * 60_000}>
      {({ days }) => <WealthChart days={days} />}
    </AccountAnswer>
  );
}

function WealthChart({ days }: { readonly days: AnswerOf<'/accounts/{id}/wealth'>['data']['days'] }) {
  const series = useMemo(() => buildWealthSeries(days), [days]);
  if (days.length < 2) return <p className="notice">A chart appears from the second day on.</p>;
  return <Chart series={series} label="Carried wealth in gp per day" isDaily height={200} />;
}
