import { newEvent } from '../../../shared/events/event.ts';
import { xpReported } from '../../../shared/events/types/xp-reported.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';

/** Reported and recorded at `at`, epoch ms. */
export function reportedXp(
  accountId: string,
  at: number,
  skills: Readonly<Record<string, number>>,
): TimedEvent {
  const data = { at, skills: { ...skills }, complete: false };
  return { ...newEvent(xpReported, { subject: accountId, source: 'ha' }, data), appendTime: at };
}
