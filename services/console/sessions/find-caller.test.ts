import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTestConsole } from '../testing/open-test-console.ts';

test('a session is not ended before the hub has checked whether its member has joined', async () => {
  const { hub, signIn, get } = await openTestConsole();
  const { cookie } = await signIn(randomUUID());
  await hub.database.transaction(async (sql) => {
    await sql.run({ text: 'lock table projection.checkpoint in access exclusive mode' });
    expect(await get('session', { cookie })).toMatchObject({ status: 503 });
  });
  expect(await get('session', { cookie })).toMatchObject({ status: 401 });
});
