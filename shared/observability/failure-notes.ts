import { Counter, type Registry } from 'prom-client';
import { messageOf } from '../errors/errors.ts';
import type { Logger } from './logger.ts';

/** Work next to a request or command, which ends well although this work failed. */
export type SideWork = 'device-contacts' | 'old-device-contacts' | 'key-uses' | 'backup-keys';

export type NoteFailure = (of: SideWork, error: unknown) => void;

export interface FailureNotesOptions {
  readonly logger: Pick<Logger, 'warn'>;
  /** Null in a process whose metrics nobody reads. */
  readonly metrics: Registry | null;
  readonly monotonicNow?: () => number;
}

const loggedEveryMs = 60_000;

const consequences: Readonly<Record<SideWork, string>> = {
  'device-contacts': 'counts and times of devices are lost',
  'old-device-contacts': 'facts about devices are kept for over 90 days',
  'key-uses': 'the last use of keys is lost',
  'backup-keys': 'backups can open erased data until the next backup',
};

/**
 * Counts every failure, and logs each kind of work once a minute at most.
 * @param works the work of this process. Their counts start at 0, so that alerts see the first
 * failure
 */
export function createFailureNotes(
  { logger, metrics, monotonicNow = () => performance.now() }: FailureNotesOptions,
  works: readonly SideWork[],
): NoteFailure {
  const failures = metrics === null ? null : createSideWorkFailures(metrics);
  for (const of of works) failures?.inc({ of }, 0);
  const loggedAt = new Map<SideWork, number>();
  return (of, error) => {
    failures?.inc({ of });
    if (monotonicNow() - (loggedAt.get(of) ?? Number.NEGATIVE_INFINITY) < loggedEveryMs) return;
    loggedAt.set(of, monotonicNow());
    logger.warn({ of, reason: messageOf(error) }, `${consequences[of]}: hub doctor names the cause`);
  };
}

const name = 'hub_side_work_failures_total';

/** Several services of a process share the counter. */
export function createSideWorkFailures(metrics: Registry): Counter<'of'> {
  const known = metrics.getSingleMetric(name) as Counter<'of'> | undefined;
  if (known !== undefined) return known;
  return new Counter({
    name,
    help: 'Failed work next to a request or command: notes about devices and keys, erasures in backups',
    labelNames: ['of'],
    registers: [metrics],
  });
}
