import { expect, test } from 'vitest';
import { LogUnavailable } from '../../../errors/errors.ts';
import type { Journal } from '../../../log/journal.ts';
import { prepareGenerations } from '../../generations/generations.ts';
import { openTestLog } from '../../testing/open-test-log.ts';
import { tallyProjection } from '../../testing/tally-projection.ts';
import { xp } from '../../testing/xp-records.ts';
import { rebuildGenerations } from './rebuild.ts';
import { createRetryingJournal } from './retrying-journal.ts';

function awayFor(journal: Journal, times: number): Journal {
  let left = times;
  async function ask<Result>(work: () => Promise<Result>): Promise<Result> {
    left -= 1;
    if (left >= 0) throw new LogUnavailable('away');
    return work();
  }
  const { log } = journal;
  return {
    ...journal,
    log: {
      ...log,
      ends: (streams) => ask(() => log.ends(streams)),
      read: (places, options) => ask(() => log.read(places, options)),
    },
  };
}

test('a rebuild continues when a log that was away answers again', async () => {
  const { database, journal, decisions } = await openTestLog();
  await prepareGenerations(database, [tallyProjection]);
  await journal.append([xp('a', 1), xp('b', 2)]);
  const [rebuilt] = await rebuildGenerations({
    database,
    decisions,
    journal: awayFor(journal, 3),
    projections: [tallyProjection],
  });
  expect(rebuilt?.events).toBe(2);
});

test('a log that stays away is reported in one line, and an aborted rebuild does not wait for it', async () => {
  const { journal } = await openTestLog();
  const away = awayFor(journal, Number.POSITIVE_INFINITY);
  const { signal } = new AbortController();
  await expect(createRetryingJournal(away, signal, 600).log.ends(['hub.xp'])).rejects.toThrow(
    'the log does not answer; run the command again to continue',
  );
  const ended = createRetryingJournal(away, AbortSignal.abort()).log.ends(['hub.xp']);
  await expect(ended).rejects.toThrow('the rebuild was interrupted; run the command again to continue');
});
