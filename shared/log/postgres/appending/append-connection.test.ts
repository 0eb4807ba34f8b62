import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../../test/support/postgres/database.ts';
import { isDatabaseUnavailable } from '../../../postgres/faults/database-unavailable.ts';
import { openDatabase } from '../../../postgres/open-database.ts';
import { openProxy } from '../../../postgres/testing/open-proxy.ts';
import { createAppendConnection } from './append-connection.ts';

test('a server that stops answering while the session opens is given up, and the next session works', async () => {
  const { url } = await freshDatabase();
  const proxy = await openProxy(new URL(url));
  proxy.open();
  proxy.freezeAt('set statement_timeout');
  const database = openDatabase({
    url: proxy.url,
    name: 'test',
    maxConnections: 1,
    statementTimeoutMs: 5_000,
  });
  const connection = createAppendConnection(database);
  onTestFinished(async () => {
    proxy.shut();
    await connection.discard();
    await database.close();
  });
  const startedAt = performance.now();
  await expect(connection.open()).rejects.toSatisfy(isDatabaseUnavailable);
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  proxy.shut();
  proxy.open();
  const session = await connection.open();
  expect(await session.sql.one({ text: 'show statement_timeout' })).toEqual({ statement_timeout: '1s' });
});
