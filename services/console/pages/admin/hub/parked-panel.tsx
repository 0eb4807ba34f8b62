import { AnswerPanel } from '../../common/answer-panel.tsx';
import { TimeAgo } from '../../common/time-ago.tsx';
import { CommandButton } from '../../console/command-button.tsx';
import { DataTable } from '../../console/data-table.tsx';
import { useConsole } from '../../console/use-console.ts';
import type { ParkedAnswer } from '../admin-answers.ts';

/** Records that a projection could not take, and what waits behind them. */
export function ParkedPanel() {
  const asked = useConsole<ParkedAnswer>('admin/parked');
  return (
    <AnswerPanel title="Parked records" asked={asked}>
      {({ parked }) => (
        <DataTable
          label="Parked records"
          rows={parked}
          keyOf={({ id, projection, generation }) => `${id} ${projection} ${generation}`}
          columns={[
            { title: 'Parked', cell: ({ parked_at: at }) => <TimeAgo at={at} /> },
            { title: 'Projection', cell: ({ projection, generation }) => `${projection} ${generation}` },
            {
              title: 'Record',
              cell: ({ stream, partition, offset }) => `${stream}-${partition} ${offset}`,
            },
            { title: 'Account', cell: ({ account }) => account },
            { title: 'Waiting behind', cell: ({ behind }) => behind, number: true },
            { title: 'Why', cell: ({ reason }) => reason },
          ]}
          actions={({ id }) => (
            <span className="row wrap">
              <CommandButton
                label="Try again"
                path={`admin/parked/${id}/retry`}
                what={`Try the parked record ${id} again`}
              />
              <CommandButton
                label="Drop"
                path={`admin/parked/${id}/drop`}
                what={`Drop the parked record ${id}`}
                ask="It is left out for good, now and in every rebuild."
                dangerous
              />
            </span>
          )}
          whenEmpty="Nothing is parked."
        />
      )}
    </AnswerPanel>
  );
}
