import { useState } from 'react';
import { CommandButton } from '../../commands/command-button.tsx';
import { Panel } from '../../common/panel/panel.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { OutOfGuildAnswer, SignInLink } from '../admin-answers.ts';
import { SignInLinkBox } from './sign-in-link-box.tsx';
import { SignInLinkButton } from './sign-in-link-button.tsx';

/** The hub asks Discord about each session once a day. */
const askEveryMs = 60_000;

const reasons = {
  not_in_guild: 'not in the guild at Discord any more',
  refused: 'their permission at Discord has ended',
} as const;

export function OutOfGuildPanel() {
  const { body } = useConsoleAnswer<OutOfGuildAnswer>('admin/out-of-guild', { everyMs: askEveryMs });
  const [made, setMade] = useState<{ readonly id: string; readonly link: SignInLink } | null>(null);
  if (body === undefined || body.members.length === 0) return null;
  return (
    <Panel title="For you to decide">
      <p className="panel-body dim small">
        Discord no longer confirms that these members are in the guild, so the hub signed them out. Mark them
        as left, or let them stay with a sign-in link.
      </p>
      <DataTable
        label="For you to decide"
        rows={body.members}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Name', cell: ({ name }) => name },
          { title: 'Why', cell: ({ why }) => reasons[why] },
          { title: 'Signed out', cell: ({ since }) => <TimeAgo at={since} /> },
        ]}
        actions={(member) => (
          <span className="row wrap">
            <SignInLinkButton member={member} onLink={(link) => setMade({ id: member.id, link })} />
            <CommandButton
              label="Mark as left"
              path={`admin/members/${member.id}/leave`}
              what={`Mark ${member.name} as left`}
              ask={`${member.name} can no longer sign in or report.`}
              isDangerous
            />
          </span>
        )}
        below={({ id, name }) =>
          id === made?.id ? (
            <div className="manage">
              <SignInLinkBox name={name} link={made.link} onClose={() => setMade(null)} />
            </div>
          ) : null
        }
        whenEmpty=""
      />
    </Panel>
  );
}
