import { HubError } from '../../../../shared/client/hub-error.ts';
import { previewParameter } from '../common/account-address.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { exactTime } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import type { AccountNamesAnswer } from '../console-api/answers.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { useSession } from '../console-api/use-session.ts';
import { useAddressValue } from '../state/use-address-value.ts';
import type { AccountData } from './account-sections.ts';

export function NamesTab({ account }: { readonly account: AccountData }) {
  const [as] = useAddressValue(previewParameter.name, '');
  const isHidden = useSession() === null || as === previewParameter.guild;
  return isHidden ? <OthersSeeNoNames /> : <NamesForMember accountId={account.id} />;
}

function OthersSeeNoNames() {
  return (
    <Panel title="Names">
      <p className="notice">Only the owner and admins see earlier names. Sign in as one of them.</p>
    </Panel>
  );
}

function NamesForMember({ accountId }: { readonly accountId: string }) {
  const asked = useConsoleAnswer<AccountNamesAnswer>(`accounts/${accountId}/names`, { everyMs: false });
  if (asked.error instanceof HubError && !asked.error.mayPass) return <OthersSeeNoNames />;
  return (
    <AnswerPanel title="Names" asked={asked}>
      {({ names }) => (
        <>
          <p className="panel-body dim small">{textAbout(names.length)}</p>
          <ul className="panel-body name-list">
            {names.map(({ name, from, to }) => (
              <li key={`${from} ${name}`}>
                <Name of={name} />
                <span className="dim small">
                  from <ExactTime at={from} /> to {to === null ? 'today' : <ExactTime at={to} />}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </AnswerPanel>
  );
}

function ExactTime({ at }: { readonly at: string }) {
  return <time dateTime={at}>{exactTime(Date.parse(at))}</time>;
}

function textAbout(names: number): string {
  if (names === 0) return 'No plugin has sent a name of this account yet. All plugins send the name.';
  const change =
    names === 1 ? 'The name has not changed since the first report.' : `The hub knows ${names} names.`;
  return `${change} Only the owner and admins see earlier names.`;
}
