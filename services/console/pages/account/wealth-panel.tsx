import { useMemo } from 'react';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { Chart } from '../common/chart/chart.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { type AccountData, missingCategory } from './account-sections.ts';
import { buildWealthSeries } from './wealth-series.ts';

const rangeMs = 90 * 86_400_000;

export function WealthPanel({ account }: { readonly account: AccountData }) {
  const { id } = account;
  const missing = missingCategory(account, 'inventory');
  const asked = useHubAnswer(
    'wealth',
    { id },
    (client, signal) => client.get('/accounts/{id}/wealth', { id, from: Date.now() - rangeMs }, signal),
    { enabled: missing === undefined, everyMs: 5 * 60_000 },
  );
  return (
    <AnswerPanel title="Carried wealth per day" asked={asked} missing={missing}>
      {({ data }) => <WealthChart days={data.days} />}
    </AnswerPanel>
  );
}

function WealthChart({ days }: { readonly days: AnswerOf<'/accounts/{id}/wealth'>['data']['days'] }) {
  const series = useMemo(() => buildWealthSeries(days), [days]);
  if (days.length < 2) return <p className="notice">A chart appears from the second day on.</p>;
  return <Chart series={series} label="Carried wealth in gp per day" isDaily height={200} />;
}
