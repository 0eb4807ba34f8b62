import { readVerdict, type Verdict } from '../../projections/access/commands/verdict.ts';
import { type Directory, DirectoryUnavailable } from '../../projections/access/directory/directory.ts';
import { waitUntilServed } from '../../projections/access/directory/served-epoch.ts';
import { refusalMessage } from '../../projections/access/fold/refusal.ts';
import { LogUnavailable, OperatorError } from '../../shared/errors.ts';
import type { NewEvent } from '../../shared/events/event.ts';
import type { HubConnection } from './connect.ts';

/** What a granted command led to. */
export interface Granted {
  readonly directory: Directory;
  /** Epoch ms by the log's clock. */
  readonly at: number;
}

/** A rebuild of the room, or another command, may be under way. */
const projectedWithinMs = 30_000;
const servedWithinMs = 10_000;

/**
 * Appends a command and returns once it is in effect, in the running hub too.
 * @throws OperatorError with the refusal as its code when it was not granted
 */
export async function change(hub: HubConnection, event: NewEvent): Promise<Granted> {
  const { verdict, ...granted } = await decide(hub, event);
  if (verdict.refusal !== null) throw new OperatorError(verdict.refusal, refusalMessage(verdict.refusal));
  return granted;
}

/** The same for a caller that goes on after a refusal. */
export async function decide(
  hub: HubConnection,
  event: NewEvent,
): Promise<Granted & { readonly verdict: Verdict }> {
  const [position] = await hub.journal.append([event]).catch(explain);
  if (position === undefined) throw new Error('an append answered no position');
  const epoch = position.offset + 1;
  const directory = await hub.directory.atLeast(epoch, projectedWithinMs).catch(explain);
  const verdict = await readVerdict(hub.database, event.recordId);
  if (verdict === null) {
    throw new OperatorError(
      'parked',
      'the change could not be taken and is parked: `hub parked list` shows it',
    );
  }
  if (hub.servesEpochs && !(await waitUntilServed(hub.database, epoch, servedWithinMs))) {
    throw new OperatorError('not_served', 'the change is stored, but the running hub does not serve it yet');
  }
  return { directory, at: position.appendTime, verdict };
}

/** The directory with everything that was appended before the call. */
export async function readCurrent(hub: Pick<HubConnection, 'journal' | 'directory'>): Promise<Directory> {
  const [membership] = await hub.journal.log.ends(['hub.membership']);
  return hub.directory.atLeast(membership?.end ?? 0, projectedWithinMs).catch(explain);
}

function explain(error: unknown): never {
  if (error instanceof LogUnavailable) {
    throw new OperatorError('log_unavailable', `the log does not answer: ${error.message}`, { cause: error });
  }
  if (error instanceof DirectoryUnavailable) {
    const message = `the access projection did not catch up within ${projectedWithinMs / 1_000} s: \`hub projections\` shows why`;
    throw new OperatorError('not_projected', message, { cause: error });
  }
  throw error;
}
