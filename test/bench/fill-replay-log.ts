import type { NewEvent } from '../../shared/events/event.ts';
import type { Journal } from '../../shared/log/journal.ts';
import { replayEvent } from './replay-log.ts';

const appendedAtOnce = 5_000;

/** Appends the events of these numbers, from the first up to, not with, the last. */
export async function fillReplayLog(journal: Journal, from: number, to: number): Promise<void> {
  for (let next = from; next < to; next += appendedAtOnce) {
    const numbers = Array.from({ length: Math.min(appendedAtOnce, to - next) }, (_, index) => next + index);
    await journal.append(
      numbers.map((number): NewEvent => replayEvent(number).event),
      { deadlineMs: 60_000 },
    );
  }
}
