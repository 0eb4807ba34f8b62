import { ApiKeysPanel } from '../../api-keys/api-keys-panel.tsx';
import { useTitle } from '../../browser/use-title.ts';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { useConsoleAnswer } from '../../console-api/use-console-answer.ts';
import type { AccountsAnswer, ApiKeysAnswer } from '../admin-answers.ts';

export function ServiceKeysPage() {
  useTitle('Service keys');
  const keys = useConsoleAnswer<ApiKeysAnswer>('admin/keys');
  const accounts = useConsoleAnswer<AccountsAnswer>('admin/accounts');
  const { body } = keys;
  return (
    <main id="content" className="page admin-page">
      <h1>Service keys</h1>
      {(body === undefined || keys.error !== null) && (
        <AnswerPanel title="Service keys" asked={keys}>
          {() => null}
        </AnswerPanel>
      )}
      {body !== undefined && (
        <ApiKeysPanel
          title="Service keys"
          route="admin/keys"
          keys={body.keys.filter(({ kind }) => kind === 'service')}
          accounts={accounts.body?.accounts ?? []}
          help="For what the guild runs: a bot, a screen on a wall, a home automation. A service key reads what is shared with the whole guild."
        />
      )}
      {body !== undefined && (
        <ApiKeysPanel
          title="Keys of members"
          route="admin/keys"
          keys={body.keys.filter(({ kind }) => kind === 'user')}
          accounts={accounts.body?.accounts ?? []}
          help="Each key reads what its member may read, or less. Members make keys on their own page."
          isRevokeOnly
        />
      )}
    </main>
  );
}
