import { useState } from 'react';
import { useTitle } from '../../browser/use-title.ts';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import { TwinsPanel } from '../../twins/twins-panel.tsx';
import type { AccountsAnswer, MembersAnswer } from '../admin-answers.ts';
import { AccountTable } from './account-table.tsx';
import { GuildDevicesPanel } from './guild-devices-panel.tsx';
import { MemberTable } from './member-table.tsx';
import { NewMemberForm } from './new-member-form.tsx';
import { OutOfGuildPanel } from './out-of-guild-panel.tsx';
import './members.css';

export function MembersPage() {
  useTitle('Members');
  const [isAdding, setIsAdding] = useState(false);
  const [erased, setErased] = useState('');
  const members = useConsoleAnswer<MembersAnswer>('admin/members');
  const accounts = useConsoleAnswer<AccountsAnswer>('admin/accounts');
  const add = (
    <button type="button" className="chip" aria-expanded={isAdding} onClick={() => setIsAdding(!isAdding)}>
      Add a member
    </button>
  );
  return (
    <main id="content" className="page admin-page">
      <h1>Members</h1>
      {erased !== '' && <p role="status">{erased}</p>}
      <OutOfGuildPanel />
      <TwinsPanel route="admin/twins" />
      <AnswerPanel title="Members" asked={members} actions={add}>
        {(body) => (
          <>
            {isAdding && <NewMemberForm onEnd={() => setIsAdding(false)} />}
            <MemberTable members={body.members} onErased={setErased} />
          </>
        )}
      </AnswerPanel>
      <AnswerPanel title="Accounts" asked={accounts}>
        {(body) => (
          <AccountTable accounts={body.accounts} members={members.body?.members ?? []} onErased={setErased} />
        )}
      </AnswerPanel>
      <GuildDevicesPanel />
    </main>
  );
}
