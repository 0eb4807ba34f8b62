import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openSessionKeys } from '../../../projections/access/visibility/session-keys.ts';
import { systemClock } from '../../../shared/clock.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { eventually } from '../../../shared/projection/testing/eventually.ts';
import { openTestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { prepareConsole } from '../prepare-console.ts';
import { deriveSessionKey } from './session-token.ts';
import { createSessions } from './sessions.ts';

test('sessions are read only when somebody presents a session key, and no such key counts before the read', async () => {
  const log = await openTestLog();
  await prepareConsole(log.database);
  const sessions = createSessions(log.database, systemClock);
  const [ended, kept] = [await sessions.begin(randomUUID()), await sessions.begin(randomUUID())];
  const [endedKey, keptKey] = [ended, kept].map(({ token }) => deriveSessionKey(token).prefix) as [
    string,
    string,
  ];
  let reads = 0;
  const database: Database = {
    ...log.database,
    maybeOne: (statement) => {
      reads += 1;
      return log.database.maybeOne(statement);
    },
  };
  const keys = openSessionKeys({ ...log, database, restAfterMs: 500 });
  onTestFinished(() => keys.close());
  await expect.poll(() => keys.find(endedKey)).toBeDefined();
  // The rest begins only when the next read is due, and reads are a second apart.
  await pause(2_500);

  const before = reads;
  await sessions.end(ended.session.id);
  await pause(1_500);
  expect(reads).toBe(before);
  expect(keys.find(endedKey)).toBeUndefined();
  expect(keys.find(keptKey)).toBeUndefined();
  // `refreshed` fails after 250 ms, but the read continues.
  await eventually(() => keys.refreshed());
  expect(keys.find(endedKey)).toBeUndefined();
  expect(keys.find(keptKey)).toBeDefined();
});
