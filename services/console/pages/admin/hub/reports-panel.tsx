import { useMemo } from 'react';
import { Chart } from '../../common/chart/chart.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { countText, exactAmount } from '../../common/text/format.ts';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { IngestAnswer } from '../admin-answers.ts';
import { sinceFirstReport } from './since-first-report.ts';

/** Reports of each hour of the last week. */
export function ReportsPanel() {
  const asked = useConsoleAnswer<IngestAnswer>('admin/ingest');
  return (
    <AnswerPanel title="Reports by hour" asked={asked}>
      {({ hours }) => <ReportsChart hours={hours} />}
    </AnswerPanel>
  );
}

function ReportsChart({ hours }: Pick<IngestAnswer, 'hours'>) {
  const series = useMemo(() => {
    const shown = sinceFirstReport(hours, Date.now());
    const line = (label: string, part: 'reports' | 'refused') => ({
      label,
      points: shown.map((hour) => [Date.parse(hour.at), hour[part]] as const),
    });
    const isAnyRefused = hours.some(({ refused }) => refused > 0);
    return [line('Reports', 'reports'), ...(isAnyRefused ? [line('Refused', 'refused')] : [])];
  }, [hours]);
  const sum = (part: 'reports' | 'refused') => hours.reduce((total, hour) => total + hour[part], 0);
  return (
    <div className="panel-body">
      <Chart series={series} label="Reports by hour of the last week" shape="steps" height={160} />
      <p className="dim small">
        {countText(sum('reports'), 'report')} in the last week, {exactAmount(sum('refused'))} refused. The
        last hour is not over.
      </p>
    </div>
  );
}
