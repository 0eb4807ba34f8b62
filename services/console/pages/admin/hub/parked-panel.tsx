import { useState } from 'react';
import { CommandButton } from '../../commands/command-button.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { accountName } from '../../common/text/account-name.ts';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { AccountsAnswer, ParkedAnswer, ParkedData } from '../admin-answers.ts';
import { AuditedContent } from '../audited-content.tsx';
import { tableTitle } from './table-titles.ts';

export function ParkedPanel() {
  const asked = useConsoleAnswer<ParkedAnswer>('admin/parked');
  const accounts = useConsoleAnswer<AccountsAnswer>('admin/accounts', { everyMs: false }).body?.accounts;
  const nameOf = (id: string) => {
    const account = accounts?.find((each) => each.id === id);
    return account === undefined ? id : accountName(account);
  };
  const [shown, setShown] = useState<string | null>(null);
  return (
    <AnswerPanel title="Records that could not be processed" asked={asked}>
      {({ parked }) => (
        <>
          <p className="panel-body dim small">
            A table cannot take these records of the log, and later records of the same account wait behind
            them. The command line calls them parked records.
          </p>
          <DataTable
            label="Records that could not be processed"
            rows={parked}
            keyOf={keyOf}
            columns={[
              { title: 'When', cell: ({ parked_at: at }) => <TimeAgo at={at} /> },
              { title: 'Table', cell: ({ projection }) => tableTitle(projection) },
              { title: 'Copy', cell: ({ projection, generation }) => `${projection}, copy ${generation}` },
              {
                title: 'Record',
                cell: ({ stream, partition, offset }) => `${stream}-${partition} ${offset}`,
              },
              { title: 'Account', cell: ({ account }) => nameOf(account) },
              { title: 'Waiting behind', cell: ({ behind }) => behind, isNumber: true },
              { title: 'Why', cell: ({ reason }) => reason },
            ]}
            actions={(record) => (
              <ParkedActions
                record={record}
                isShown={keyOf(record) === shown}
                onShow={(show) => setShown(show ? keyOf(record) : null)}
              />
            )}
            below={(record) =>
              keyOf(record) === shown ? (
                <AuditedContent
                  path={`admin/parked/${record.id}/show`}
                  what={`the failed record ${record.id}`}
                  warning={`The members who report ${nameOf(record.account)} read on their own page that you saw this.`}
                  textOf={(document) => JSON.stringify(document, null, 2)}
                  onClose={() => setShown(null)}
                />
              ) : null
            }
            whenEmpty="Every record was processed."
          />
        </>
      )}
    </AnswerPanel>
  );
}

/** A record may be parked in several generations. */
function keyOf({ id, projection, generation }: ParkedData): string {
  return `${id} ${projection} ${generation}`;
}

interface ActionsProps {
  readonly record: ParkedData;
  readonly isShown: boolean;
  readonly onShow: (show: boolean) => void;
}

function ParkedActions({ record: { id }, isShown, onShow }: ActionsProps) {
  return (
    <span className="row wrap">
      <button
        type="button"
        aria-label={`Show the failed record ${id}`}
        aria-expanded={isShown}
        onClick={() => onShow(!isShown)}
      >
        Show
      </button>
      <CommandButton
        label="Try again"
        path={`admin/parked/${id}/retry`}
        what={`Try the failed record ${id} again`}
      />
      <CommandButton
        label="Leave out"
        path={`admin/parked/${id}/drop`}
        what={`Leave out the failed record ${id}`}
        ask="Its content is missing for good, even after a rebuild."
        isDangerous
      />
    </span>
  );
}
