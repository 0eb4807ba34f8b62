import { randomBytes } from 'node:crypto';
import type { Withdrawn } from '../../../shared/backup/folder/backup-keys.ts';
import type { AccessCommandEvent } from '../commands/execute-command.ts';
import { restoreSteps } from '../commands/restore/restore-steps.ts';
import type { Directory } from '../directory/directory.ts';
import { withdrawnOf } from '../directory/withdrawn-of.ts';
import type { AccessEvent } from '../fold/evolve.ts';
import { directoryAfter } from './directory-of.ts';
import { recordedAt } from './membership.ts';

const hubSecret = randomBytes(32);

export interface Restored {
  /** The hub before the loss. */
  readonly lost: Directory;
  readonly now: Directory;
  readonly appended: readonly AccessCommandEvent[];
  /** The events of a second run. */
  readonly left: readonly AccessCommandEvent[];
}

/**
 * Restores the first `backedUp` records, without records of subjects that are erased by the end.
 * The keys file has the state after the last record.
 * @param changed fields of the keys file that differ from the last state
 */
export function restored(
  records: readonly AccessEvent[],
  backedUp: number,
  changed: Partial<Withdrawn> = {},
): Restored {
  const lost = directoryAfter(records);
  const steps = restoreSteps({ ...withdrawnOf(lost, hubSecret), ...changed }, hubSecret);
  const log = records.slice(0, backedUp).filter(({ subject }) => !lost.erased.has(subject));
  const read = log.length;
  const { offset = -1, recordTime = 0 } = records.at(-1) ?? {};
  const run = () =>
    steps.flatMap((step) => {
      const events = step(directoryAfter(log));
      for (const event of events) log.push(recordedAt(event, offset + 1 + log.length - read, recordTime));
      return events;
    });
  const appended = run();
  const now = directoryAfter(log);
  return { lost, now, appended, left: run() };
}
