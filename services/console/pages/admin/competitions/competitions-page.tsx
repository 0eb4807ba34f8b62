import { useState } from 'react';
import { Link } from 'react-router';
import { useTitle } from '../../browser/use-title.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { isolateName } from '../../common/text/account-name.ts';
import { metricText } from '../../common/text/competition-text.ts';
import { Name, Names } from '../../common/text/isolated-name.tsx';
import { competitionAddress } from '../../competitions/competition-address.ts';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { AccountsAnswer, CompetitionData, CompetitionsAnswer } from '../admin-answers.ts';
import { CompetitionForm } from './competition-form.tsx';

export function AdminCompetitionsPage() {
  useTitle('Competitions');
  const asked = useConsoleAnswer<CompetitionsAnswer>('admin/competitions');
  const accounts =
    useConsoleAnswer<AccountsAnswer>('admin/accounts', { everyMs: false }).body?.accounts ?? [];
  /** An id, `new` or `nothing`. */
  const [editing, setEditing] = useState('nothing');
  const close = () => setEditing('nothing');
  const isNew = editing === 'new';
  const actions = (
    <button
      type="button"
      className="chip"
      aria-expanded={isNew}
      onClick={() => setEditing(isNew ? 'nothing' : 'new')}
    >
      Create a competition
    </button>
  );
  return (
    <main id="content" className="page admin-page">
      <h1>Competitions</h1>
      <AnswerPanel title="Competitions" asked={asked} actions={actions}>
        {({ competitions }) => (
          <>
            <p className="panel-body dim small">
              Each member sees the standings of the accounts whose data they may read.
            </p>
            {isNew && <CompetitionForm before={null} accounts={accounts} onEnd={close} />}
            <DataTable
              label="Competitions"
              rows={competitions}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: 'Title',
                  cell: ({ id, title }) => (
                    <Link to={competitionAddress(id)}>
                      <Name of={title} />
                    </Link>
                  ),
                },
                { title: 'Counts', cell: ({ metric }) => <Name of={metricText(metric)} /> },
                { title: 'From', cell: ({ from }) => timeText(from) },
                { title: 'To', cell: ({ to }) => timeText(to) },
                { title: 'State', cell: ({ state }) => state },
                { title: 'Teams', cell: ({ teams }) => <Names of={teams.map(({ name }) => name)} /> },
              ]}
              actions={(competition) => <Actions competition={competition} onEdit={setEditing} />}
              below={(competition) =>
                competition.id === editing ? (
                  <CompetitionForm before={competition} accounts={accounts} onEnd={close} />
                ) : null
              }
              whenEmpty="No competition yet: “Create a competition” above."
            />
          </>
        )}
      </AnswerPanel>
    </main>
  );
}

interface ActionsProps {
  readonly competition: CompetitionData;
  readonly onEdit: (id: string) => void;
}

function Actions({ competition: { id, title, state }, onEdit }: ActionsProps) {
  return (
    <span className="row wrap">
      <button type="button" aria-label={`Change the competition ${title}`} onClick={() => onEdit(id)}>
        Change
      </button>
      {state !== 'ended' && (
        <CommandButton
          label="End"
          path={`admin/competitions/${id}/end`}
          what={`End the competition ${isolateName(title)}`}
          ask="A competition that has ended cannot continue."
          isDangerous
        />
      )}
    </span>
  );
}

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function timeText(at: string): string {
  return timeFormat.format(Date.parse(at));
}
