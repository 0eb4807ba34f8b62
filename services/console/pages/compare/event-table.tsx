import { Link } from 'react-router';
import type { HubClient } from '../../../../shared/client/open-client.ts';
import { boardAddress } from '../common/board-address.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { type PeriodName, periodMs } from '../common/period.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useReadableAccounts } from '../read-api/use-readable-accounts.ts';
import { type AccountNumbers, comparedRows } from './compared-rows.ts';
import { type ComparedPlayer, PlayerTable } from './player-table.tsx';

interface Props {
  readonly of: 'bosses' | 'more';
  readonly accounts: readonly ComparedPlayer[];
  /** Ids of the accounts whose `events` can be read. */
  readonly readable: readonly string[];
  /** Whether only the last `span` counts. */
  readonly isGained: boolean;
  readonly span: PeriodName;
}

export function EventTable({ of, accounts, readable, isGained, span }: Props) {
  const withStats = useReadableAccounts(readable, 'stats');
  const asked = useHubAnswer(
    'compared events',
    { of, readable, withStats, isGained, span },
    (client, signal) => {
      const from = isGained ? Date.now() - periodMs[span] : undefined;
      const ask = of === 'bosses' ? askKills : askDrops;
      return Promise.all(
        readable.map((id) => ask(client, { id, from, hasStats: withStats.includes(id) }, signal)),
      );
    },
    { enabled: readable.length > 0, everyMs: 300_000 },
  );
  const title = of === 'bosses' ? 'Kills' : isGained ? 'Drops' : 'Drops and achievements';
  return (
    <AnswerPanel title={isGained ? `${title} in a ${span}` : title} asked={asked}>
      {(answers) => (
        <>
          <PlayerTable
            label={`${title} of the players`}
            first={{
              title: of === 'bosses' ? 'Boss' : 'What',
              cell: ({ name }) =>
                of === 'more' ? (
                  name
                ) : (
                  <Link to={boardAddress({ metric: 'kills', boss: name })}>
                    <Name of={name} />
                  </Link>
                ),
            }}
            rows={comparedRows(answers, of === 'bosses' ? 2 : 1)}
            keyOf={({ name }) => name}
            accounts={accounts}
            amountOf={({ id }, { numbers }) => numbers.get(id) ?? null}
            unitOf={({ name }) => (name === worth ? 'gp' : null)}
            hasPlusSign={isGained}
            whenEmpty={whenEmpty[of]}
          />
          {of === 'more' && (
            <p className="panel-body dim small">
              Drops of a player count from at most 100 sources, those with the most worth.
            </p>
          )}
        </>
      )}
    </AnswerPanel>
  );
}

const worth = 'Worth of drops';
const whenEmpty = {
  bosses: 'At least two of these players must have killed the same boss. Their plugins send kill counts.',
  more: 'Nothing dropped in this time. A longer time may show drops.',
};

interface Asked {
  readonly id: string;
  /** Epoch ms; undefined for all events. */
  readonly from: number | undefined;
  /** Whether the `stats` can be read. */
  readonly hasStats: boolean;
}

async function askKills(
  client: HubClient,
  { id, from }: Asked,
  signal: AbortSignal,
): Promise<AccountNumbers> {
  const { bosses } = (await client.get('/accounts/{id}/kills', { id, from }, signal)).data;
  const counted = bosses?.filter(({ kills }) => kills !== null) ?? [];
  const numberOf = ({ kills, gained }: (typeof counted)[number]) =>
    (from === undefined ? kills : gained) ?? 0;
  return { id, numbers: counted.map((boss) => [boss.name, numberOf(boss)]) };
}

async function askDrops(client: HubClient, asked: Asked, signal: AbortSignal): Promise<AccountNumbers> {
  const { id, from, hasStats } = asked;
  const sources = (await client.get('/accounts/{id}/drops', { id, from }, signal)).data.sources ?? [];
  const drops: [string, number][] = [
    [worth, sources.reduce((sum, source) => sum + (source.value_gp ?? 0), 0)],
    ['Drops', sources.reduce((sum, source) => sum + source.drops, 0)],
  ];
  // The hub has no counts of the others at an earlier time.
  if (from !== undefined) return { id, numbers: drops };
  const [log, progress] = await Promise.all([
    client.get('/accounts/{id}/collection-log', { id, limit: 1 }, signal),
    hasStats ? client.get('/accounts/{id}/progress', { id }, signal) : undefined,
  ]);
  const { quests, diaries, combat_achievements: combat } = progress?.data ?? {};
  const achieved: [string, number | null | undefined][] = [
    ['Collection log items', log.data.completed],
    ['Quests', quests?.completed],
    ['Diary tasks', diaries?.tasks_completed],
    ['Combat points', combat?.points],
  ];
  return {
    id,
    numbers: [...drops, ...achieved.flatMap(([name, of]) => (of == null ? [] : [[name, of] as const]))],
  };
}
