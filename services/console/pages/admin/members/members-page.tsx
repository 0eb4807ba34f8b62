import { useState } from 'react';
import { useTitle } from '../../browser/use-title.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { Loading, Panel } from '../../common/panel/panel.tsx';
import { DataTable } from '../../common/table/data-table.tsx';
import { isolateName } from '../../common/text/account-name.ts';
import { countText } from '../../common/text/format.ts';
import { Name, TextWithName } from '../../common/text/isolated-name.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { useAddressChoice } from '../../state/use-address-value.ts';
import { TwinsPanel } from '../../twins/twins-panel.tsx';
import type { AccountsAnswer, MembersAnswer, OutOfGuildAnswer, SignInLink } from '../admin-answers.ts';
import { AccountTable } from './account-table.tsx';
import { GuildDevicesPanel } from './guild-devices-panel.tsx';
import { MemberTable, type OpenedMember } from './member-table.tsx';
import { NewMemberForm } from './new-member-form.tsx';
import { SignInLinkBox } from './sign-in-link-box.tsx';
import { SignInLinkButton } from './sign-in-link-button.tsx';
import './members.css';

/** Each has 40 rows in a large guild, so the page shows one. */
const lists = ['members', 'accounts', 'plugins'] as const;

export function MembersPage() {
  useTitle('Members');
  const [opened, setOpened] = useState<OpenedMember>(null);
  const isAdding = opened?.id === '';
  const [erased, setErased] = useState('');
  const [list, setList] = useAddressChoice('list', lists);
  const members = useConsoleAnswer<MembersAnswer>('admin/members');
  const accounts = useConsoleAnswer<AccountsAnswer>('admin/accounts');
  const add = (
    <button
      type="button"
      className="chip"
      aria-expanded={isAdding}
      onClick={() => setOpened(isAdding ? null : { id: '', link: null })}
    >
      Add a member
    </button>
  );
  return (
    <main id="content" className="page admin-page">
      <div className="row wrap">
        <h1 className="grow">Members</h1>
        <SegmentedControl label="List of this page" choices={lists} chosen={list} onChoose={setList} />
      </div>
      {erased !== '' && <p role="status">{erased}</p>}
      <OutOfGuildPanel />
      <TwinsPanel route="admin/twins" />
      {list === 'members' && (
        <AnswerPanel title={countOf(members.body?.members, 'member')} asked={members} actions={add}>
          {(body) => (
            <>
              {isAdding && <NewMemberForm onEnd={() => setOpened(null)} />}
              <MemberTable members={body.members} {...{ opened }} onOpen={setOpened} onErased={setErased} />
            </>
          )}
        </AnswerPanel>
      )}
      {list === 'accounts' && (
        <AnswerPanel title={countOf(accounts.body?.accounts, 'account')} asked={accounts}>
          {(body) => (
            <AccountTable
              accounts={body.accounts}
              members={members.body?.members ?? []}
              onErased={setErased}
            />
          )}
        </AnswerPanel>
      )}
      {list === 'plugins' && <GuildDevicesPanel />}
    </main>
  );
}

function countOf(all: readonly unknown[] | undefined, word: string): string {
  return all === undefined ? '…' : countText(all.length, word);
}

/** The hub asks Discord about each session once a day. */
const askEveryMs = 60_000;

const reasons = {
  not_in_guild: 'not in the guild at Discord any more',
  refused: 'their permission at Discord has ended',
} as const;

function OutOfGuildPanel() {
  const { body, error } = useConsoleAnswer<OutOfGuildAnswer>('admin/out-of-guild', { everyMs: askEveryMs });
  const [made, setMade] = useState<{ readonly id: string; readonly link: SignInLink } | null>(null);
  if (body === undefined) return error === null ? <Loading /> : null;
  if (body.members.length === 0) return null;
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
          { title: 'Name', cell: ({ name }) => <Name of={name} /> },
          { title: 'Why', cell: ({ why }) => reasons[why] },
          { title: 'Signed out', cell: ({ since }) => <TimeAgo at={since} /> },
        ]}
        actions={(member) => (
          <span className="row wrap">
            <SignInLinkButton member={member} onLink={(link) => setMade({ id: member.id, link })} />
            <CommandButton
              label="Mark as left"
              path={`admin/members/${member.id}/leave`}
              what={`Mark ${isolateName(member.name)} as left`}
              ask={
                <TextWithName text={`${member.name} can no longer sign in or report.`} name={member.name} />
              }
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
