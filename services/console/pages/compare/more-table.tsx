import type { HubClient } from '../../../../shared/client/open-client.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { periodMs } from '../common/period.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { type ComparedEvents, PlayerTable } from './player-table.tsx';

interface MoreRow {
  readonly title: string;
  readonly unit: 'gp' | null;
  readonly of: (account: MoreOfAccount) => number | null;
}

interface MoreOfAccount {
  readonly id: string;
  readonly logged: number | null;
  /** Null when no drop was ever sent. */
  readonly drops: number | null;
  readonly worth: number | null;
  readonly hasAllSources: boolean;
}

/** The most that the hub answers. */
const sourcesMax = 100;

const dropRows: readonly MoreRow[] = [
  { title: 'Worth of drops', unit: 'gp', of: ({ worth }) => worth },
  { title: 'Drops', unit: null, of: ({ drops }) => drops },
];
const logRow: MoreRow = { title: 'Collection log', unit: null, of: ({ logged }) => logged };

export function MoreTable({ accounts, readable, isGained, span }: ComparedEvents) {
  const asked = useHubAnswer(
    'compared drops and logs',
    { readable, isGained, span },
    (client, signal) => {
      const from = isGained ? Date.now() - periodMs[span] : undefined;
      return Promise.all(readable.map((id) => askMore(client, id, from, signal)));
    },
    { enabled: readable.length > 0, everyMs: 300_000 },
  );
  return (
    <AnswerPanel title={isGained ? `Drops in a ${span}` : 'Drops and collection logs'} asked={asked}>
      {(found) => (
        <>
          <PlayerTable
            label="Drops and logs of the players"
            first={{ title: 'What', cell: ({ title }) => title }}
            // The hub has no count of the log at an earlier time.
            rows={isGained ? dropRows : [...dropRows, logRow]}
            keyOf={({ title }) => title}
            accounts={accounts}
            amountOf={({ id }, row) => {
              const more = found.find((each) => each.id === id);
              return more === undefined ? null : row.of(more);
            }}
            unitOf={({ unit }) => unit}
            hasPlusSign={isGained}
          />
          {found.some(({ hasAllSources }) => !hasAllSources) && (
            <p className="panel-body dim small">
              Drops of a player count from the {sourcesMax} sources with the most worth.
            </p>
          )}
        </>
      )}
    </AnswerPanel>
  );
}

/** @param from epoch ms; undefined for all drops */
async function askMore(
  client: HubClient,
  id: string,
  from: number | undefined,
  signal: AbortSignal,
): Promise<MoreOfAccount> {
  const [log, drops] = await Promise.all([
    from === undefined ? client.get('/accounts/{id}/collection-log', { id, limit: 1 }, signal) : null,
    client.get('/accounts/{id}/drops', { id, from }, signal),
  ]);
  const { sources } = drops.data;
  return {
    id,
    logged: log?.data.completed ?? null,
    drops: sources?.reduce((sum, source) => sum + source.drops, 0) ?? null,
    worth: sources?.reduce((sum, source) => sum + (source.value_gp ?? 0), 0) ?? null,
    hasAllSources: (sources?.length ?? 0) < sourcesMax,
  };
}
