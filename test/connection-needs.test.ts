import pg from 'pg';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { readStandaloneSettings } from '../services/standalone/settings.ts';
import { startStandalone } from '../services/standalone/start-standalone.ts';
import { createLogger } from '../shared/observability/logger.ts';
import { connectionNeeds } from '../shared/process/connection-needs.ts';
import { serviceSettings, startService } from './support/hub/services.ts';
import { freshDatabase } from './support/postgres/database.ts';

const { Pool } = pg;

afterEach(() => {
  pg.Pool = Pool;
});

/** @returns the sum of the connections that pools opened from now on may have */
function watchPools() {
  let sum = 0;
  pg.Pool = class extends Pool {
    constructor(options?: pg.PoolConfig) {
      super(options);
      sum += options?.max ?? 10;
    }
  };
  return () => sum;
}

test('the connection pools of each process have the sizes that the doctor and the start assume', async () => {
  const { url } = await freshDatabase('hub');
  const alone = await freshDatabase('hub');
  const settings = { ...(await serviceSettings()), DATABASE_URL: url, BACKUP_ENABLED: 'true' };
  const found: Record<string, number> = {};
  for (const service of ['ingest', 'projector', 'query', 'console'] as const) {
    const opened = watchPools();
    await startService(service, settings);
    found[service] = opened();
  }
  const opened = watchPools();
  const ports = { PORT: '0', WORKER_METRICS_PORT: '0' };
  const hub = await startStandalone(
    readStandaloneSettings({ ...settings, ...ports, DATABASE_URL: alone.url }),
    createLogger({ name: 'test', level: 'silent' }),
  );
  onTestFinished(() => hub.close());
  found.hub = opened();
  const counted = Object.fromEntries(
    Object.keys(found).map((role) => [role, connectionNeeds[role as keyof typeof connectionNeeds].pools]),
  );
  expect(found).toEqual(counted);
});
