import { Panel } from '../common/panel/panel.tsx';
import { exactTime } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import type { AccountNamesAnswer } from '../console-api/answers.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { useSession } from '../console-api/use-session.ts';

interface Props {
  readonly accountId: string;
}

/** Shown only to the owner of the account and to admins. */
export function NamesPanel({ accountId }: Props) {
  return useSession() === null ? null : <NamesForMember accountId={accountId} />;
}

function NamesForMember({ accountId }: Props) {
  const { body } = useConsoleAnswer<AccountNamesAnswer>(`accounts/${accountId}/names`, { everyMs: false });
  if (body === undefined || body.names.length === 0) return null;
  return (
    <Panel title="Names">
      <p className="panel-body dim small">Only the owner and admins see earlier names.</p>
      <ul className="panel-body name-list">
        {body.names.map(({ name, from, to }) => (
          <li key={`${from} ${name}`}>
            <Name of={name} />
            <span className="dim small">
              from <ExactTime at={from} /> to {to === null ? 'today' : <ExactTime at={to} />}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function ExactTime({ at }: { readonly at: string }) {
  return <time dateTime={at}>{exactTime(Date.parse(at))}</time>;
}
