import { Link } from 'react-router';
import { boardAddress } from '../common/board-address.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { periodMs } from '../common/period.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { type ComparedEvents, PlayerTable } from './player-table.tsx';
import { type BossRow, bossRows } from './rows-of-bosses.ts';

export function BossTable({ accounts, readable, isGained, span }: ComparedEvents) {
  const asked = useHubAnswer(
    'compared kills',
    { readable, span },
    (client, signal) => {
      const from = Date.now() - periodMs[span];
      return Promise.all(readable.map((id) => client.get('/accounts/{id}/kills', { id, from }, signal)));
    },
    { enabled: readable.length > 0, everyMs: 300_000 },
  );
  return (
    <AnswerPanel title={isGained ? `Kills in a ${span}` : 'Kills'} asked={asked}>
      {(answers) => (
        <PlayerTable
          label="Bosses of the players"
          first={{
            title: 'Boss',
            cell: ({ name }: BossRow) => (
              <Link to={boardAddress({ metric: 'kills', boss: name })}>
                <Name of={name} />
              </Link>
            ),
          }}
          rows={bossRows(
            answers.map(({ data }) => data),
            isGained,
          )}
          keyOf={({ name }) => name}
          accounts={accounts}
          amountOf={({ id }, { kills }) => kills.get(id) ?? null}
          hasPlusSign={isGained}
          whenEmpty="At least two of these players must have killed the same boss. Their plugins send kill counts."
        />
      )}
    </AnswerPanel>
  );
}
