import type { Journal } from '../../shared/log/journal.ts';
import { replayEvent } from './replay-log.ts';

const importedAtOnce = 5_000;

/**
 * Writes the events of these numbers into the log, from the first up to, not with, the last. They are imported, as of so
 * long ago: on a busy machine an append of so many is given up after a second.
 */
export async function fillReplayLog(journal: Journal, from: number, to: number, agoMs = 0): Promise<void> {
  for (let next = from; next < to; next += importedAtOnce) {
    const numbers = Array.from({ length: Math.min(importedAtOnce, to - next) }, (_, index) => next + index);
    const appendTime = Date.now() - agoMs;
    await journal.import(numbers.map((number) => ({ ...replayEvent(number).event, appendTime })));
  }
}
