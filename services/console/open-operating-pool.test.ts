import { expect, onTestFinished, test } from 'vitest';
import { createLifecycle } from '../../shared/async/lifecycle.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { openProxy } from '../../shared/postgres/testing/open-proxy.ts';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { openOperatingPool } from './open-operating-pool.ts';

test('commands drop connections that broke silently, and open new connections', async () => {
  const { url } = await freshDatabase();
  const proxy = await openProxy(new URL(url));
  const lifecycle = createLifecycle();
  onTestFinished(async () => {
    proxy.shut();
    await lifecycle.close();
  });
  proxy.open();
  const logger = createLogger({ name: 'test', level: 'silent' });
  const database = openOperatingPool(proxy.url, { logger, lifecycle, abandonAfterMs: 300 });
  const answered = () =>
    database.run({ text: 'select 1' }).then(
      () => true,
      () => false,
    );
  // All connections of the pool.
  expect(await Promise.all([answered(), answered(), answered()])).toEqual([true, true, true]);
  proxy.freezeExistingConnections();
  expect(await Promise.all([answered(), answered(), answered()])).toEqual([false, false, false]);
  expect(await answered()).toBe(true);
});
