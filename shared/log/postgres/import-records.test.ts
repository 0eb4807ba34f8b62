import { expect, it, onTestFinished } from 'vitest';
import { entriesOf, entry } from '../../../test/support/log/log-entries.ts';
import { expectGapless, readAll, readFrom } from '../../../test/support/log/log-records.ts';
import { openPostgresLogStore } from '../../../test/support/log/postgres-log-store.ts';
import { testRetention } from '../../../test/support/log/retention.ts';
import { partitionOf, type StreamName } from '../../events/streams.ts';
import type { LogEntry } from '../event-log.ts';
import { maintainLog } from './log-maintenance.ts';

const aged = (entries: readonly LogEntry[]) => entries.map((each) => ({ ...each, appendTime: 1_000 }));

async function openStore() {
  const { open, database, close } = await openPostgresLogStore();
  onTestFinished(close);
  const kept = (stream: StreamName) =>
    database.one<{ rows: number; packs: number }>({
      text: `select (select count(*) from log.record where stream = $1)::int as rows,
                    (select count(*) from log.pack where stream = $1)::int as packs`,
      values: [stream],
    });
  return { log: open(), database, kept };
}

it('packs whole blocks of what is kept for ever as they come, beside rows of the rest', async () => {
  const { log, kept } = await openStore();
  const entries = [
    ...entriesOf('hub.xp', 'a', 620),
    ...entriesOf('hub.feed', 'a', 250),
    ...entriesOf('hub.location', 'a', 300),
  ];
  const positions = await log.import(aged(entries));
  const offsets = (count: number) => Array.from({ length: count }, (_, index) => index);
  expect(positions.map(({ offset }) => offset)).toEqual([...offsets(620), ...offsets(250), ...offsets(300)]);
  expect(await kept('hub.xp')).toEqual({ rows: 120, packs: 2 });
  expect(await kept('hub.feed')).toEqual({ rows: 0, packs: 1 });
  expect(await kept('hub.location')).toEqual({ rows: 300, packs: 0 });
  const streams: StreamName[] = ['hub.xp', 'hub.feed', 'hub.location'];
  const read = (await readAll(log, streams)).map(({ offset: _, ...record }) => record);
  expect(read).toEqual(aged(entries));

  await log.append([entry('hub.feed', 'b')]);
  expectGapless(await readAll(log, streams));
});

it('leaves records behind rows in rows until the log is maintained', async () => {
  const { log, database, kept } = await openStore();
  const place = { stream: 'hub.xp', partition: partitionOf('hub.xp', 'a'), offset: 0 } as const;
  for (const count of [250, 1, 500]) await log.import(aged(entriesOf('hub.xp', 'a', count)));
  expect(await kept('hub.xp')).toEqual({ rows: 501, packs: 1 });
  const before = await readFrom(log, place);
  expectGapless(before);
  expect(before).toHaveLength(751);
  await maintainLog(database, testRetention);
  expect(await kept('hub.xp')).toEqual({ rows: 1, packs: 3 });
  expect(await readFrom(log, place)).toEqual(before);
});
