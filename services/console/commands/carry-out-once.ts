import { CommandRefused } from '../../../projections/access/commands/command-event.ts';
import { AcceptedButUnseen } from '../../../projections/access/commands/outcome-unknown.ts';
import { readVerdicts } from '../../../projections/access/commands/read-verdicts.ts';
import { messageOf, OperatorError } from '../../../shared/errors/errors.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { ConsoleError } from '../console-error.ts';
import { type CommandIdentity, commandRecordId } from './command-record-id.ts';

/** People stay far below this limit, and the log keeps some commands for ever. */
const minuteMax = 60;

/**
 * Carries out a command once for each id of a member, and stores the outcome.
 * @throws ConsoleError `already_given`, or `too_many` above the limit of a minute; errors of `work`
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
    // Errors other than these two leave the command as given, because the log may have it.
    if (error instanceof AcceptedButUnseen) await settle(database, command, 'granted', null);
    if (await isRefusal(database, command, error)) {
      await settle(database, command, 'refused', messageOf(error));
    }
    throw error;
  }
}

/**
 * A granted erasure can fail afterwards, for example on a damaged page. The command then stays as
 * given, and the upkeep finishes it.
 */
async function isRefusal(database: Database, command: CommandIdentity, error: unknown): Promise<boolean> {
  if (error instanceof ConsoleError || error instanceof CommandRefused) return true;
  if (!(error instanceof OperatorError)) return false;
  const recordId = commandRecordId(command);
  const verdicts = await readVerdicts(database, [{ recordId }]).catch(() => null);
  return verdicts !== null && verdicts.get(recordId) !== null;
}

/** Concurrent commands may exceed the limit of a minute by the number of connections. */
async function claim(database: Database, command: CommandIdentity): Promise<void> {
  const { requestId, memberId } = command;
  const recordId = commandRecordId(command);
  const verdicts = await readVerdicts(database, [{ recordId }]);
  if (verdicts.size > 0) throw alreadyGiven();
  const { claimed, known, seconds } = await database.one<{
    claimed: number;
    known: boolean;
    seconds: number | null;
  }>({
    text: `with old as (delete from console.command where given_at < statement_timestamp() - interval '7 days'),
           -- The oldest command within the limit of the minute, and the seconds until it leaves the minute.
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
  const message = `you gave ${minuteMax} commands within a minute: wait a moment, then continue`;
  throw new ConsoleError('too_many', message, Math.max(1, seconds));
}

function alreadyGiven(): ConsoleError {
  return new ConsoleError('already_given', 'this command was given already: ask for its outcome by its id');
}

/** A failure here fails no command, because the verdict also tells the outcome of most commands. */
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
