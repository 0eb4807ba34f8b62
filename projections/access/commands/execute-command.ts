import type { Actor } from '../../../shared/domain/actor.ts';
import { type NewEvent, newEvent } from '../../../shared/events/event.ts';
import { operatorNamed } from '../../../shared/events/types/operator-named.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { Directory } from '../directory/directory.ts';
import { waitUntilServed } from '../directory/wait-until-served.ts';
import type { AccessCommand } from '../fold/evolve.ts';
import { appendAndWait, type MembershipLog, type WaitOptions } from './append-and-wait.ts';
import { CommandRefused, commandRefused } from './command-event.ts';
import { OutcomeUnknown, throwOutcomeUnknown } from './outcome-unknown.ts';
import { type CommandVerdicts, waitForVerdicts } from './read-verdicts.ts';

export interface CommandHub extends MembershipLog {
  readonly database: Database;
  /**
   * True when this process is a command line, and one hub process runs all services. Commands then
   * wait until the hub process serves their effect.
   */
  readonly hasSingleHubProcess?: boolean;
  /** The operating-system user, for the audit log; absent when no command comes from `cli`. */
  readonly operator?: string;
}

export type AccessCommandEvent = NewEvent<AccessCommand['type'], { readonly actor: Actor }>;

export interface ExecutedCommand {
  readonly directory: Directory;
  /** Epoch ms by the log's clock. */
  readonly at: number;
}

const commandsPerAppend = 500;
const servedWithinMs = 10_000;

/**
 * Resolves when the directory of this process, and of the single hub process, shows the effect of
 * the command.
 * @throws CommandRefused; OutcomeUnknown when the outcome is not known in time; LogUnavailable
 */
export function executeCommand(
  hub: CommandHub,
  event: AccessCommandEvent,
  options?: WaitOptions,
): Promise<ExecutedCommand> {
  return executeCommands(hub, [event], options);
}

/**
 * Does the same as `executeCommand` for several commands, in their order. Appends batches of up to
 * 500 commands. A granted command stays when another command is refused.
 * @throws CommandRefused with the first refusal. Batches after the batch of the refused command are
 * not appended.
 */
export async function executeCommands(
  hub: CommandHub,
  events: readonly AccessCommandEvent[],
  options?: WaitOptions,
): Promise<ExecutedCommand> {
  let granted: ExecutedCommand = { directory: hub.directory.currentOrStale(), at: 0 };
  let version = 0;
  for (let from = 0; from < events.length; from += commandsPerAppend) {
    const next = events.slice(from, from + commandsPerAppend);
    await appendOperatorNotes(hub, next, options);
    const startedAt = performance.now();
    const { directory, positions } = await appendAndWait(hub, next, options);
    const leftMs = (options?.withinMs ?? Number.POSITIVE_INFINITY) - (performance.now() - startedAt);
    requireGranted(next, await waitForVerdicts(hub.database, next, leftMs).catch(throwOutcomeUnknown));
    const last = positions.at(-1);
    version = (last?.offset ?? 0) + 1;
    granted = { directory, at: last?.appendTime ?? 0 };
  }
  if (hub.hasSingleHubProcess) {
    const served = await waitUntilServed(hub.database, version, servedWithinMs).catch(throwOutcomeUnknown);
    if (!served) throw new OutcomeUnknown('the running hub does not serve it yet');
  }
  return granted;
}

/**
 * Runs before the commands are appended, so that every change in the audit log has its operator. A
 * note without its command is never shown.
 */
async function appendOperatorNotes(
  { journal, operator }: CommandHub,
  events: readonly AccessCommandEvent[],
  { withinMs }: WaitOptions = {},
): Promise<void> {
  if (operator === undefined) return;
  const notes = events
    .filter(({ data }) => data.actor === 'cli')
    .map(({ subject, recordId }) =>
      newEvent(operatorNamed, { subject, source: 'cli' }, { record_id: recordId, operator }),
    );
  if (notes.length > 0) await journal.append(notes, withinMs === undefined ? {} : { deadlineMs: withinMs });
}

function requireGranted(events: readonly AccessCommandEvent[], verdicts: CommandVerdicts): void {
  for (const { recordId } of events) {
    const verdict = verdicts.get(recordId) ?? null;
    if (verdict === 'parked') {
      const message = 'the change could not be processed and is parked: `hub parked list` shows it';
      throw new CommandRefused('parked', message);
    }
    if (verdict !== null) throw commandRefused(verdict);
  }
}
