import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Database } from '../../postgres/database.ts';
import { prepareGenerations } from '../generations/generations.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { type KnownLeases, noLeasesKnown, sendHeartbeat } from './heartbeat.ts';

const worker = randomUUID();
const one = `(stream, partition) = (select stream, min(partition) from projection.checkpoint group by stream)`;
const changes = {
  'a position': `update projection.checkpoint set next_offset = next_offset + 1 where ${one}`,
  'a position that was lost': `update projection.checkpoint set next_offset = next_offset - 1 where ${one}`,
  'a new fence': `update projection.checkpoint set epoch = epoch + 1 where ${one}`,
  'an owner': `update projection.checkpoint set owner = '${worker}' where ${one}`,
  'a barrier': `update projection.checkpoint set barrier_at = 3, barrier_until = clock_timestamp() + interval '5 seconds' where ${one}`,
  'a generation that stops': `update projection.generation set state = 'stopped', stopped_reason = 'a fault'`,
  'another process': `insert into projection.member (id, seen_at, runs)
    select gen_random_uuid(), clock_timestamp(), runs from projection.member`,
};

test.each(Object.entries(changes))('a beat that knows the leases sees a change: %s', async (_, change) => {
  const { database, look } = await openTally();
  await database.run({ text: 'update projection.checkpoint set next_offset = 7' });
  const before = await look(noLeasesKnown);
  await database.run({ text: change });
  const after = await look(before);
  expect(after.digest).not.toBe(before.digest);
  expect(viewsOf(after)).not.toEqual(viewsOf(before));
  expect(viewsOf(after)).toEqual(viewsOf(await look(noLeasesKnown)));
});

test('a beat gets no rows of known leases from the database, and still returns these leases', async () => {
  const { look, rowsSent } = await openTally();
  const before = await look(noLeasesKnown);
  expect(rowsSent()).toBe(12);
  const { generations, databaseNow, others } = await look(before);
  expect(rowsSent()).toBe(1);
  expect(generations).toBe(before.generations);
  expect(databaseNow).toBeGreaterThan(0);
  expect(others).toEqual([]);
});

/** Leaves out the time of the beat. */
function viewsOf({ generations }: KnownLeases) {
  return generations.map(({ generation, view: { rows, ...share } }) => ({
    generation,
    share,
    rows: rows.map(({ stream, partition, fence, owner, barrierAt, nextOffset }) => {
      return { stream, partition, fence, owner, barrierAt, nextOffset };
    }),
  }));
}

async function openTally() {
  const { database } = await openTestLog();
  await prepareGenerations(database, [tallyProjection]);
  let sent = 0;
  const counting: Database = {
    ...database,
    many: async (statement) => {
      const rows = await database.many(statement);
      sent = rows.length;
      return rows as never;
    },
  };
  const look = (known: KnownLeases) =>
    sendHeartbeat(counting, worker, [tallyProjection], { silent: [], known });
  return { database, look, rowsSent: () => sent };
}
