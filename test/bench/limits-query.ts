import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { newApiKey } from '../../projections/access/commands/keys/new-api-key.ts';
import { connect } from '../../services/cli/connection/connect.ts';
import { createServiceKeys } from '../../services/demo/enrolment.ts';
import { startQuery } from '../../services/query/main.ts';
import { readQuerySettings } from '../../services/query/settings.ts';
import { readStandaloneSettings } from '../../services/standalone/settings.ts';
import { createLifecycle } from '../../shared/async/lifecycle.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { startEmbeddedPostgres } from '../../shared/postgres/embedded/embedded-postgres.ts';
import { serveJobs } from './workers.ts';

/** A query process on an embedded PostgreSQL, with service keys of 600 requests a minute each. */
export interface LimitsQueryJob {
  readonly keys: number;
}

export interface LimitsQuery {
  readonly port: number;
  readonly metricsToken: string;
  readonly keys: readonly string[];
}

const lifecycle = createLifecycle();
const logger = createLogger({ name: 'query', level: 'warn' }, pino.destination(2));

serveJobs<LimitsQueryJob, LimitsQuery>(open, lifecycle.close);

async function open({ keys }: LimitsQueryJob): Promise<LimitsQuery> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-bench-'));
  lifecycle.onClose(() => rm(dataDir, { recursive: true, force: true }));
  // Started by root, PostgreSQL runs under another account that must enter the folder.
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, logger, onLost: () => {} });
  lifecycle.onClose(server.stop);
  const metricsToken = randomBytes(16).toString('hex');
  const environment = {
    DATABASE_URL: server.url,
    DATA_DIR: dataDir,
    QUERY_PORT: '0',
    METRICS_TOKEN: metricsToken,
  };
  const query = await startQuery(readQuerySettings(environment), logger);
  lifecycle.onClose(query.close);
  const hub = await connect(readStandaloneSettings(environment), logger);
  try {
    await hub.directory.atLeast(0, 10_000);
    const made = Array.from({ length: keys }, newApiKey);
    await createServiceKeys(hub, made);
    return { port: query.port, metricsToken, keys: made.map(({ key }) => key) };
  } finally {
    await hub.close();
  }
}
