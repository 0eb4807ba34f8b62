import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '../../../shared/domain/durations.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { openApiKeyUses } from './note-api-key-use.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const [often, seldom] = [randomUUID(), randomUUID()];

/** Acts as one process. */
async function noteAt(database: Database, at: number, ...keyIds: readonly string[]): Promise<string[]> {
  const failed: string[] = [];
  const uses = openApiKeyUses({ database, clock: () => at, noteFailure: (of) => void failed.push(of) });
  for (const id of keyIds) uses.note({ id });
  await uses.close();
  return failed;
}

test('keeps the last use of each key for 400 days, in whatever order processes report it', async () => {
  const { database } = await freshDatabase('hub');
  const uses = async () => {
    const rows = await database.many<{ key: string; at: number }>({
      text: 'select key_id as key, used_at as at from hub.key_use',
    });
    return Object.fromEntries(rows.map(({ key, at }) => [key, at]));
  };
  await noteAt(database, now, often, seldom, often);
  expect(await uses()).toEqual({ [often]: now, [seldom]: now });
  await noteAt(database, now + 5_000, often);
  await noteAt(database, now + 3_000, often);
  expect(await uses()).toEqual({ [often]: now + 5_000, [seldom]: now });
  await noteAt(database, now + 401 * dayMs, often);
  expect(await uses()).toEqual({ [often]: now + 401 * dayMs });
});

test('writes one use a minute for a key that reads all the time', async () => {
  const { database } = await freshDatabase('hub');
  let [at, monotonic] = [now, 0];
  const uses = openApiKeyUses({
    database,
    clock: () => at++,
    noteFailure: () => {},
    monotonicNow: () => monotonic,
  });
  const key = { id: often };
  const written = async () => {
    await uses.close();
    return database.many({ text: 'select used_at as at from hub.key_use' });
  };
  for (let read = 0; read < 100; read += 1) uses.note(key);
  expect(await written()).toEqual([{ at: now }]);
  monotonic = minuteMs - 1;
  uses.note(key);
  expect(await written()).toEqual([{ at: now }]);
  monotonic = minuteMs;
  at = now + minuteMs;
  uses.note(key);
  expect(await written()).toEqual([{ at: now + minuteMs }]);
});

test('drops a use that cannot be written, and reports the failure', async () => {
  const { database, url } = await freshDatabase('hub');
  const away = openDatabase({ url, name: 'away', maxConnections: 1, statementTimeoutMs: 1_000 });
  await away.close();
  expect(await noteAt(away, now, seldom)).toEqual(['key-uses']);
  expect(await noteAt(database, now)).toEqual([]);
  expect(await database.many({ text: 'select from hub.key_use' })).toEqual([]);
});
