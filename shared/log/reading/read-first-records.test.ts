import { describe, expect, onTestFinished, test } from 'vitest';
import { kafkaFor, uniquePrefix } from '../../../test/support/kafka/kafka.ts';
import { deleteTopics, openTestKafkaLog } from '../../../test/support/kafka/log.ts';
import { entry } from '../../../test/support/log/log-entries.ts';
import { openPostgresLogStore } from '../../../test/support/log/postgres-log-store.ts';
import { LogUnavailable } from '../../errors/errors.ts';
import type { EventLog, ReadPosition } from '../event-log.ts';
import { readFirstRecords } from './read-first-records.ts';

const brokers = await kafkaFor('Kafka: first records');
const at = (partition: number, offset = 0): ReadPosition => ({ stream: 'hub.xp', partition, offset });

/** Reads answer only the places that `answers` accepts, like reads of Kafka. */
async function openPartial(answers: (asked: readonly ReadPosition[], place: ReadPosition) => boolean) {
  const store = await openPostgresLogStore();
  const log = store.open();
  for (const partition of [0, 1, 2]) await log.append([{ ...entry('hub.xp', 'a'), partition }]);
  const read: EventLog['read'] = async (asked, options) => {
    const known = asked.map((place) => answers(asked, place));
    if (!known.includes(true)) throw new LogUnavailable('the log could not be read');
    return (await log.read(asked, options)).map((page, index) =>
      known[index] ? page : { ...page, records: [], reachedEnd: false },
    );
  };
  return { read };
}

test('places that did not answer in a common read are read separately', async () => {
  const log = await openPartial((asked, place) => place === asked[0]);
  // With a record, at the end, beyond the end.
  const places = [at(0), at(1, 1), at(2, 5)];
  const { pages, unanswered } = await readFirstRecords(log, places);
  expect(places.map((place) => pages.get(place))).toMatchObject([
    { records: [{ offset: 0 }] },
    { records: [], reachedEnd: true },
    { records: [], end: 1 },
  ]);
  expect(unanswered).toEqual([]);
});

test('a place that makes all of its reads fail is reported', async () => {
  const log = await openPartial((asked) => asked.every(({ partition }) => partition !== 1));
  const { pages, unanswered } = await readFirstRecords(log, [at(0), at(1), at(2)]);
  // Several places are read at a time, so the order of answers is random.
  expect(new Set(pages.keys())).toEqual(new Set([at(0), at(2)]));
  expect(unanswered).toEqual([at(1)]);
});

test('an unavailable log does not count as a place that does not answer', async () => {
  const log = await openPartial(() => false);
  await expect(readFirstRecords(log, [at(0), at(1)])).rejects.toThrow(LogUnavailable);
  expect(await readFirstRecords(log, [])).toEqual({ pages: new Map(), unanswered: [] });
});

describe.skipIf(brokers === null)('on Kafka', () => {
  test('partitions with a backlog answer, even when one partition fills a fetch', async () => {
    const prefix = uniquePrefix();
    onTestFinished(() => deleteTopics(brokers ?? '', prefix));
    const log = openTestKafkaLog(brokers ?? '', prefix);
    onTestFinished(() => log.close());
    await log.ensureStreams();
    const partitions = [0, 1, 2, 3, 4, 5];
    for (const partition of partitions) {
      const records = Array.from({ length: 3_000 }, () => ({ ...entry('hub.xp', 'a'), partition }));
      await log.append(records);
    }
    const places = partitions.map((partition) => at(partition));
    const { pages, unanswered } = await readFirstRecords(log, places);
    expect(unanswered).toEqual([]);
    expect(places.map((place) => pages.get(place)?.records[0]?.offset)).toEqual(places.map(() => 0));
  });
});
