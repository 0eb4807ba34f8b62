import { AnswerPanel } from '../../common/answer-panel.tsx';
import { exactAmount } from '../../common/format.ts';
import { TimeAgo } from '../../common/time-ago.tsx';
import { DataTable } from '../../console/data-table.tsx';
import { useConsole } from '../../console/use-console.ts';
import type { IngestAnswer } from '../admin-answers.ts';
import { sizeText } from '../size-text.ts';

/** What comes in: plugins, what of their reports was left out, and who sends the most. */
export function IngestPanel() {
  const asked = useConsole<IngestAnswer>('admin/ingest');
  return (
    <AnswerPanel title="What comes in" asked={asked}>
      {({ plugins, skipped, loudest }) => (
        <>
          <DataTable
            label="Plugins"
            rows={plugins}
            keyOf={({ plugin, version }) => `${plugin} ${version}`}
            columns={[
              { title: 'Plugin', cell: ({ plugin }) => plugin },
              { title: 'Version', cell: ({ version }) => version ?? 'not told' },
              { title: 'Devices', cell: ({ devices }) => devices, number: true },
              { title: 'Last report', cell: ({ last_seen_at: at }) => <TimeAgo at={at} /> },
            ]}
            whenEmpty="No plugin has reported yet."
          />
          {skipped.length > 0 && (
            <DataTable
              label="Left out"
              rows={skipped}
              keyOf={({ part }) => part}
              columns={[
                { title: 'Left out of reports', cell: ({ part }) => part },
                { title: 'Times', cell: ({ count }) => exactAmount(count), number: true },
              ]}
              whenEmpty=""
            />
          )}
          {loudest.length > 0 && (
            <DataTable
              label="Loudest devices"
              rows={loudest}
              keyOf={({ id }) => id}
              columns={[
                { title: 'Loudest devices', cell: ({ id, name }) => name ?? id },
                { title: 'Member', cell: ({ member }) => member ?? '–' },
                { title: 'Sent', cell: ({ bytes }) => sizeText(bytes), number: true },
              ]}
              whenEmpty=""
            />
          )}
        </>
      )}
    </AnswerPanel>
  );
}
