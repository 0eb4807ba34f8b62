import { useState } from 'react';
import { Link } from 'react-router';
import { historyText } from '../../../../shared/domain/account-history.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { accountAddress } from '../common/account-address.ts';
import { Loading, Panel } from '../common/panel/panel.tsx';
import { DataTable } from '../common/table/data-table.tsx';
import { isolateName } from '../common/text/account-name.ts';
import { erasedText } from '../common/text/erased-text.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { TimeAgo } from '../common/text/time-ago.tsx';
import type { ErasureAnswer, TwinData, TwinsAnswer } from '../console-api/answers.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';

/** A twin appears after a rename only. */
const askEveryMs = 60_000;

interface Props {
  /** Each twin is erased below this route. */
  readonly route: 'me/twins' | 'admin/twins';
}

export function TwinsPanel({ route }: Props) {
  const { body, error } = useConsoleAnswer<TwinsAnswer>(route, { everyMs: askEveryMs });
  const [erased, setErased] = useState('');
  const twins = body?.twins ?? [];
  if (body === undefined && error === null) return <Loading />;
  if (twins.length === 0 && erased === '') return null;
  return (
    <Panel title="Two accounts with one name">
      <div className="panel-body">
        {erased !== '' && <p role="status">{erased}</p>}
        {twins.length > 0 && (
          <p className="dim small">
            A plugin that knows only names reported a new name before another plugin did. The hub then started
            a second account. Erase the second account if you do not need its history. The other account stays
            as it is.
          </p>
        )}
      </div>
      {twins.length > 0 && (
        <DataTable
          label="Two accounts with one name"
          rows={twins}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Twin', cell: (twin) => <TwinLinks twin={twin} /> },
            ...(route === 'admin/twins'
              ? [{ title: 'Owner', cell: ({ owner }: TwinData) => <Name of={owner ?? 'nobody'} /> }]
              : []),
            { title: 'First seen', cell: ({ first_seen: at }) => <TimeAgo at={at} /> },
            { title: 'Last report', cell: ({ last_reported_at: at }) => <TimeAgo at={at} /> },
            { title: 'Lost data', cell: ({ lost }) => historyText(lost) },
          ]}
          actions={(twin) => (
            <CommandButton<ErasureAnswer>
              label="Erase the twin"
              path={`${route}/${twin.id}/erase`}
              what={`Erase the twin of ${isolateName(twin.name)}`}
              ask={questionOf(twin)}
              isDangerous
              onDone={(answer) => setErased(erasedText(`The twin of ${twin.name}`, answer))}
            />
          )}
          whenEmpty=""
        />
      )}
    </Panel>
  );
}

function TwinLinks({ twin: { id, name, twin_of: other } }: { readonly twin: TwinData }) {
  return (
    <span className="row wrap">
      <Link to={accountAddress(id)}>
        <Name of={name} />
      </Link>
      <Link className="small" to={accountAddress(other.id)}>
        The other account
      </Link>
    </span>
  );
}

function questionOf({ lost, still_reported: isStillReported }: TwinData): string {
  const returns = isStillReported
    ? ' A plugin still reports this name, so a new account appears with its next report.'
    : '';
  return `This erases ${historyText(lost)} and everything else of the twin for good. The other account stays as it is.${returns}`;
}
