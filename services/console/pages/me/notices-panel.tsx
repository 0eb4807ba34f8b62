import { Panel } from '../common/panel/panel.tsx';
import { actorText, noticeText } from '../common/text/audit-text.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { TimeAgo } from '../common/text/time-ago.tsx';
import type { AuditEntryData, OwnPageAnswer } from '../console-api/answers.ts';
import { FoldedList } from './folded-list.tsx';

interface Props {
  readonly page: Pick<OwnPageAnswer, 'notices' | 'member' | 'members'>;
}

export function NoticesPanel({ page }: Props) {
  return (
    <Panel title="Actions of admins about you">
      <div className="panel-body">
        <p className="dim small">
          An admin reads your accounts like any other member. This list shows what goes beyond that, like a
          sign-in link for you or a look at what your plugin sent.
        </p>
        {page.notices.length > 0 && (
          <FoldedList
            lines={page.notices.map((entry) => (
              <li key={entry.id}>
                {entry.action === 'account-transferred' ? (
                  <TransferText entry={entry} page={page} />
                ) : (
                  noticeText(entry)
                )}{' '}
                by <Name of={actorText(entry.actor)} />, <TimeAgo at={entry.at} />
              </li>
            ))}
          />
        )}
      </div>
      {page.notices.length === 0 && <p className="notice">Nothing so far.</p>}
    </Panel>
  );
}

function TransferText({ entry, page: { member, members } }: Props & { readonly entry: AuditEntryData }) {
  // The name is null when the account has no name, or when the member is not allowed to read the
  // name.
  const account = <Name of={entry.subject_name ?? entry.subject ?? 'without a name'} />;
  const { member: owner } = entry.details;
  if (owner === member.id) return <>The account {account} was given to you</>;
  if (owner === null) return <>The account {account}, which you report, was left without an owner</>;
  const name = members.find(({ id }) => id === owner)?.name ?? 'somebody who left';
  return (
    <>
      The account {account}, which you report, was given to <Name of={name} />
    </>
  );
}
