import { HubError } from '../../../../../shared/client/hub-error.ts';
import { previewParameter } from '../../common/account-address.ts';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { Name } from '../../common/text/isolated-name.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import type { AccountNamesAnswer } from '../../console-api/answers.ts';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { useSession } from '../../console-api/use-session.ts';
import { useAddressValue } from '../../state/use-address-value.ts';

interface Props {
  readonly accountId: string;
}

/** Nothing for readers who must not see earlier names. */
export function NamesPanel(props: Props) {
  const [as] = useAddressValue(previewParameter.name, '');
  const isHidden = useSession() === null || as === previewParameter.guild;
  return isHidden ? null : <NamesForMember {...props} />;
}

function NamesForMember({ accountId }: Props) {
  const asked = useConsoleAnswer<AccountNamesAnswer>(`accounts/${accountId}/names`, { everyMs: false });
  if (asked.error instanceof HubError && !asked.error.mayPass) return null;
  return (
    <AnswerPanel title="Names" asked={asked}>
      {({ names }) => (
        <>
          <p className="panel-body dim small">
            {names.length === 1 && 'The name has not changed since the first report. '}
            Only the owner and admins see earlier names.
          </p>
          <ul className="panel-body name-list">
            {names.map(({ name, from, to }) => (
              <li key={`${from} ${name}`}>
                <Name of={name} />
                <span className="dim small">
                  from <TimeAgo at={from} /> to {to === null ? 'today' : <TimeAgo at={to} />}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </AnswerPanel>
  );
}
