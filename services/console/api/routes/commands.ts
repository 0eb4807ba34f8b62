import { z } from 'zod';
import { commandRefused } from '../../../../projections/access/commands/command-event.ts';
import { readVerdicts } from '../../../../projections/access/commands/read-verdicts.ts';
import type { DirectoryKeeper } from '../../../../projections/access/directory/directory.ts';
import type { Journal } from '../../../../shared/log/journal.ts';
import type { Database } from '../../../../shared/postgres/database.ts';
import type { CommandIdentity } from '../../commands/command-record-id.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** For a page that was reloaded before the answer. */
export const commandOutcomeRoute = defineConsoleRoute({
  method: 'GET',
  path: 'commands/:request_id',
  access: 'member',
  handle: async ({ caller: { memberId }, params: { request_id: requestId = '' } }, { operations }) => ({
    body: z.guid().safeParse(requestId).success
      ? await readCommandOutcome(operations, { requestId, memberId })
      : { state: 'unknown', message: 'this is not the id of a request' },
  }),
});

interface CommandOutcome {
  /** `waiting`: on its way to the log, or not projected. `unknown`: the hub has no trace of it. */
  readonly state: 'granted' | 'refused' | 'waiting' | 'unknown';
  /** One line; null for a granted command. */
  readonly message: string | null;
}

/** Longer than a command takes to reach the log. */
const onItsWayMs = 60_000;

interface AskedHub {
  readonly database: Database;
  readonly directory: DirectoryKeeper;
  readonly journal: Journal;
}

/** Commands of other members are unknown. */
export async function readCommandOutcome(hub: AskedHub, command: CommandIdentity): Promise<CommandOutcome> {
  const row = await hub.database.maybeOne<{
    recordId: string;
    state: string;
    message: string | null;
    age_ms: number;
  }>({
    text: `select record_id as "recordId", state, message,
                  (extract(epoch from clock_timestamp() - given_at) * 1000)::bigint as age_ms
           from console.command
           where request_id = $1 and member_id = $2`,
    values: [command.requestId, command.memberId],
  });
  if (row === null) return { state: 'unknown', message: 'the hub knows no such command of yours' };
  if (row.state === 'granted') return { state: 'granted', message: null };
  if (row.state === 'refused') return { state: 'refused', message: row.message };
  // Read before the verdicts: a record that is appended later belongs to a young command.
  const [membership] = await hub.journal.log.ends(['hub.membership']);
  const behind = (membership?.end ?? 0) - hub.directory.currentOrStale().version;
  const verdict = (await readVerdicts(hub.database, [row])).get(row.recordId);
  if (verdict !== undefined) {
    return verdict === null
      ? { state: 'granted', message: null }
      : { state: 'refused', message: commandRefused(verdict).message };
  }
  if (behind > 0) {
    const events = behind === 1 ? 'event' : 'events';
    const message = `it waits for the projection of members and rights, which is ${behind} ${events} behind`;
    return { state: 'waiting', message };
  }
  if (row.age_ms < onItsWayMs) return { state: 'waiting', message: 'it is on its way to the log' };
  return { state: 'unknown', message: 'nothing shows that it happened: check before you give it again' };
}
