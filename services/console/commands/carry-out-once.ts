import { readVerdicts } from '../../../projections/access/commands/carry-out.ts';
import { CommandRefused, refused } from '../../../projections/access/commands/command-refused.ts';
import { StoredForGood } from '../../../projections/access/commands/stored-only.ts';
import type { DirectoryKeeper } from '../../../projections/access/directory/directory.ts';
import { messageOf, OperatorError } from '../../../shared/errors/errors.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { ConsoleError } from '../console-error.ts';
import { type CommandIdentity, commandRecordId } from './command-record-id.ts';

export interface CommandOutcome {
  /** `waiting`: it is on its way, or in the log and not projected. `unknown`: the hub knows nothing of it. */
  readonly state: 'granted' | 'refused' | 'waiting' | 'unknown';
  /** In one line; null for what was granted. */
  readonly message: string | null;
}

/** Most commands of one member in a minute: far more than anybody gives by hand, and each may be kept in the log for ever. */
const minuteMax = 60;

/** Longer than a command is on its way to the log. */
const onItsWayMs = 60_000;

/**
 * Carries out a command unless its member gave one with its id before, and keeps what became of it.
 * @throws ConsoleError `already_given`, or `too_many` for more than 60 of a member within a minute; what `work` throws
 */
export async function carryOutOnce<Document>(
  database: Database,
  command: CommandIdentity,
  work: () => Promise<Document>,
): Promise<Document> {
  await claim(database, command);
  try {
    const document = await work();
    await settle(database, command, 'granted', null);
    return document;
  } catch (error) {
    // Of any other failure it is not known whether the log took it, or what is decided on it.
    if (error instanceof StoredForGood) await settle(database, command, 'granted', null);
    if (await isRefusal(database, command, error)) {
      await settle(database, command, 'refused', messageOf(error));
    }
    throw error;
  }
}

/**
 * Whether it is known that nothing came of a command. An erasure that the log has granted can fail behind that, as on a damaged
 * page of the log: it stays as given, and `finishCommands` finishes it.
 */
async function isRefusal(database: Database, command: CommandIdentity, error: unknown): Promise<boolean> {
  if (error instanceof ConsoleError || error instanceof CommandRefused) return true;
  if (!(error instanceof OperatorError)) return false;
  const recordId = commandRecordId(command);
  const verdicts = await readVerdicts(database, [{ recordId }]).catch(() => null);
  return verdicts !== null && verdicts.get(recordId) !== null;
}

/**
 * Two at once of a member may both be the last of a minute: as many come through beside it as the consoles have connections.
 * @throws ConsoleError `already_given`, `too_many`
 */
async function claim(database: Database, command: CommandIdentity): Promise<void> {
  const { requestId, memberId } = command;
  const recordId = commandRecordId(command);
  // What was given to an earlier release has the request's id itself.
  const verdicts = await readVerdicts(database, [{ recordId }, { recordId: requestId }]);
  if (verdicts.size > 0) throw alreadyGiven();
  const { claimed, known, seconds } = await database.one<{
    claimed: number;
    known: boolean;
    seconds: number | null;
  }>({
    text: `with old as (delete from console.command where given_at < statement_timestamp() - interval '7 days'),
           -- The 60th newest of the minute, if there is one, and in how many seconds it leaves the minute.
           last as (
             select ceil(extract(epoch from given_at + interval '1 minute' - statement_timestamp()))::int as seconds
             from console.command
             where member_id = $2 and given_at > statement_timestamp() - interval '1 minute'
             order by given_at desc
             offset $3 limit 1
           ),
           claimed as (
             insert into console.command (request_id, member_id, record_id, state)
             select $1, $2, $4, 'given' where not exists (select from last)
             on conflict (member_id, request_id) do nothing
             returning request_id
           )
           select (select count(*) from claimed) as claimed,
                  exists (select from console.command where member_id = $2 and request_id = $1) as known,
                  (select seconds from last) as seconds`,
    values: [requestId, memberId, minuteMax - 1, recordId],
  });
  if (claimed === 1) return;
  if (known || seconds === null) throw alreadyGiven();
  const message = `you gave ${minuteMax} commands within a minute: wait a moment, then go on`;
  throw new ConsoleError('too_many', message, Math.max(1, seconds));
}

function alreadyGiven(): ConsoleError {
  return new ConsoleError('already_given', 'this was given already: what became of it is told under its id');
}

/** What became of it is known without this, too, where the log holds it: a failure here fails no command. */
async function settle(
  database: Database,
  { requestId, memberId }: CommandIdentity,
  state: 'granted' | 'refused',
  message: string | null,
): Promise<void> {
  await database
    .run({
      text: `update console.command set state = $3, message = $4 where member_id = $1 and request_id = $2`,
      values: [memberId, requestId, state, message],
    })
    .catch(() => {});
}

interface AskedHub {
  readonly database: Database;
  readonly directory: DirectoryKeeper;
  readonly journal: Journal;
}

/** What became of a command of this member; of those of others it knows nothing. */
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
  // Asked before the verdicts are read: what is appended after it is younger than a minute.
  const [membership] = await hub.journal.log.ends(['hub.membership']);
  const behind = (membership?.end ?? 0) - hub.directory.currentOrStale().epoch;
  const verdict = (await readVerdicts(hub.database, [row])).get(row.recordId);
  if (verdict !== undefined) {
    return verdict === null
      ? { state: 'granted', message: null }
      : { state: 'refused', message: refused(verdict).message };
  }
  if (behind > 0) {
    const events = behind === 1 ? 'event' : 'events';
    const message = `it waits for the projection of members and rights, which is ${behind} ${events} behind`;
    return { state: 'waiting', message };
  }
  if (row.age_ms < onItsWayMs) return { state: 'waiting', message: 'it is on its way to the log' };
  return { state: 'unknown', message: 'nothing tells that it happened: look before you give it again' };
}
