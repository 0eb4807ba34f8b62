import { useState } from 'react';
import { useTitle } from '../../browser/use-title.ts';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { useConsole } from '../../console-api/use-console-answer.ts';
import type { AccountsAnswer, MembersAnswer } from '../admin-answers.ts';
import { AccountTable } from './account-table.tsx';
import { DevicesOfGuild } from './guild-devices-panel.tsx';
import { MemberTable } from './member-table.tsx';
import { NewMemberForm } from './new-member-form.tsx';
import { OutOfGuild } from './out-of-guild-panel.tsx';
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
