import type { NewEvent } from '../../../shared/events/event.ts';
import type { Position } from '../../../shared/log/event-log.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import type { Directory, DirectoryKeeper } from '../directory/directory.ts';
import { throwOutcomeUnknown } from './outcome-unknown.ts';

export interface MembershipLog {
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
}

export interface WaitOptions {
  /** The limit for log and fold together. Default: the limit of the log, then 30 s for the fold. */
  readonly withinMs?: number | undefined;
  /** Called when the events are in the log. The directory shows their effect from `version` on. */
  readonly onStored?: (version: number) => void;
}

/** Long, because a rebuild can hold up the fold. */
export const projectedWithinMs = 30_000;

/**
 * Appends events of `hub.membership`. Resolves when the directory of this process shows their
 * effect.
 * @throws LogUnavailable; OutcomeUnknown when the directory does not show the effect in time
 */
export async function appendAndWait(
  { journal, directory }: MembershipLog,
  events: readonly NewEvent[],
  { withinMs, onStored }: WaitOptions = {},
): Promise<{ readonly directory: Directory; readonly positions: readonly Position[] }> {
  const startedAt = performance.now();
  const positions = await journal.append(events, withinMs === undefined ? {} : { deadlineMs: withinMs });
  const leftMs = withinMs === undefined ? projectedWithinMs : startedAt + withinMs - performance.now();
  const version = Math.max(0, ...positions.map(({ offset }) => offset + 1));
  onStored?.(version);
  const shown = await directory.atLeast(version, Math.max(1, leftMs)).catch(throwOutcomeUnknown);
  return { directory: shown, positions };
}

/**
 * Calls `decide` with the directory of this process, which can be old. If `decide` throws, calls it
 * again with a current directory. The fold must check the decision too.
 * @throws what `decide` throws the second time; LogUnavailable, DirectoryUnavailable
 */
export async function decideOnCopyFirst<Decision>(
  log: MembershipLog,
  decide: (directory: Directory) => Decision,
): Promise<Decision> {
  try {
    return decide(log.directory.current());
  } catch {
    return decide(await readCurrent(log));
  }
}

/**
 * The directory with everything that was appended before the call.
 * @throws LogUnavailable, DirectoryUnavailable
 */
export async function readCurrent({ journal, directory }: MembershipLog): Promise<Directory> {
  const [membership] = await journal.log.ends(['hub.membership']);
  return directory.atLeast(membership?.end ?? 0, projectedWithinMs);
}
