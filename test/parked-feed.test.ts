import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { retryParkedRecord } from '../projections/access/commands/hub/decommission-and-parked-records.ts';
import { noDirectory } from '../projections/access/directory/merge-rows.ts';
import { accessProjection } from '../projections/access/projection.ts';
import { parkedDecisions } from '../projections/access/queries/parked-decisions.ts';
import { eventFeedProjection } from '../projections/event-feed/projection.ts';
import { gameEvent } from '../projections/event-feed/testing/game-events.ts';
import type { Generation } from '../shared/projection/generations/generation.ts';
import { applyDecisions } from '../shared/projection/parking/apply-decisions.ts';
import { readParked } from '../shared/projection/parking/read-parked.ts';
import { buildGeneration } from '../shared/projection/testing/build-generation.ts';
import { digestGeneration } from '../shared/projection/testing/digest-generation.ts';
import { openTestLog } from '../shared/projection/testing/open-test-log.ts';
import { drain, liveGeneration } from '../shared/projection/testing/step-projector.ts';

/** A feed that cannot take one event, as before a fix. */
function refusing(eventId: string): typeof eventFeedProjection {
  return {
    ...eventFeedProjection,
    evolve: (state, event) => {
      if (event.type === 'game-event-recorded' && event.data.event_id === eventId) throw new Error('not yet');
      return eventFeedProjection.evolve(state, event);
    },
  };
}

test('a retried event is at the end of the feed, also after every rebuild', async () => {
  const { database, journal } = await openTestLog('projections');
  const decisions = parkedDecisions;
  const access = await liveGeneration(database, accessProjection);
  const fixed = await liveGeneration(database, eventFeedProjection);
  const eventId = randomUUID();
  const late = gameEvent('quill', { event_id: eventId });
  await journal.append([gameEvent('quill'), late, gameEvent('quill'), gameEvent('bram')]);
  await drain(database, journal, { ...fixed, projection: refusing(eventId) });
  expect(await sequences(fixed)).toEqual([1, 3, 4]);

  const [page] = await journal.log.read([{ stream: 'hub.feed', partition: 0, offset: 1 }], {
    maxRecords: 1,
    waitMs: 0,
  });
  const [original] = page?.records ?? [];
  if (original === undefined) throw new Error('no original');
  await journal.log.append([original]);
  const { recordId } = late;
  const input = { recordId, projections: ['event-feed'], offset: original.offset, actor: 'cli' } as const;
  await journal.append([retryParkedRecord(noDirectory, input)]);
  await drain(database, journal, access);
  await applyDecisions({ database, journal, decisions }, fixed);
  await drain(database, journal, fixed, { decisions });
  expect(await readParked(database)).toEqual([]);
  expect(await sequences(fixed)).toEqual([1, 3, 4, 5]);

  for (const size of [1, 2, 100]) {
    const projection = eventFeedProjection;
    const rebuilt = await buildGeneration({
      database,
      journal,
      decisions,
      projection,
      batchSize: () => size,
    });
    expect(await digestGeneration(database, rebuilt)).toEqual(await digestGeneration(database, fixed));
  }

  async function sequences({ schema }: Generation): Promise<number[]> {
    const rows = await database.many<{ seq: number }>({
      text: `select seq from ${schema}.event order by seq`,
    });
    return rows.map(({ seq }) => seq);
  }
});
