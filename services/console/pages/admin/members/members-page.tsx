import { useState } from 'react';
import { AnswerPanel } from '../../common/answer-panel.tsx';
import { useConsole } from '../../console/use-console.ts';
import { useTitle } from '../../hub/use-title.ts';
import type { AccountsAnswer, MembersAnswer } from '../admin-answers.ts';
import { AccountTable } from './account-table.tsx';
import { DevicesOfGuild } from './devices-of-guild.tsx';
import { MemberTable } from './member-table.tsx';
import { NewMemberForm } from './new-member-form.tsx';
import { OutOfGuild } from './out-of-guild.tsx';
import './members.css';

/** Who is in the guild, and whose the accounts are. */
export function MembersPage() {
  useTitle('Members');
  const [adding, setAdding] = useState(false);
  const [erased, setErased] = useState('');
  const members = useConsole<MembersAnswer>('admin/members');
  const accounts = useConsole<AccountsAnswer>('admin/accounts');
  const add = (
    <button type="button" className="chip" aria-expanded={adding} onClick={() => setAdding(!adding)}>
      Add a member
    </button>
  );
  return (
    <main id="content" className="page admin-page">
      <h1>Members</h1>
      {erased !== '' && <p role="status">{erased}</p>}
      <OutOfGuild />
      <AnswerPanel title="Members" asked={members} actions={add}>
        {(body) => (
          <>
            {adding && <NewMemberForm onEnd={() => setAdding(false)} />}
            <MemberTable members={body.members} onErased={setErased} />
          </>
        )}
      </AnswerPanel>
      <AnswerPanel title="Accounts" asked={accounts}>
        {(body) => (
          <AccountTable accounts={body.accounts} members={members.body?.members ?? []} onErased={setErased} />
        )}
      </AnswerPanel>
      <DevicesOfGuild />
    </main>
  );
}
