import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { openFreePairingCode } from '../../../projections/access/commands/devices/open-pairing-code.ts';
import { executeCommand } from '../../../projections/access/commands/execute-command.ts';
import { createApiKey } from '../../../projections/access/commands/keys/create-api-key.ts';
import { newApiKey, serviceLimitMax } from '../../../projections/access/commands/keys/new-api-key.ts';
import { addMember } from '../../../projections/access/commands/members/add-member.ts';
import { setUpLink } from '../../../services/console/sign-in/set-up.ts';
import type { Plugin } from '../../../services/ingest/plugin-adapter.ts';
import { registeredPlugins } from '../../../services/ingest/plugins/registered.ts';
import { readStandaloneSettings } from '../../../services/standalone/settings.ts';
import { type Standalone, startStandalone } from '../../../services/standalone/start-standalone.ts';
import { type Category, categories } from '../../../shared/domain/category.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import { createLogger, type Logger } from '../../../shared/observability/logger.ts';
import { eventually } from '../../../shared/projection/testing/eventually.ts';
import { readProjectionStatus } from '../../../shared/projection/upkeep/projection-status.ts';
import { atEnd } from '../at-end.ts';
import { type FreshDatabase, freshDatabase } from '../postgres/database.ts';
import { createHubClient, type HubClient } from './hub-client.ts';

/** A whole hub in the test's process, with its own database, asked over real sockets. */
export interface TestHub extends HubClient {
  readonly url: string;
  /** Settings by which commands find the hub. */
  readonly environment: Readonly<Record<string, string>>;
  readonly database: FreshDatabase['database'];
  /** The parts that operations work on. */
  readonly core: Standalone['core'];
  /** No backups are taken unless the settings say so. */
  readonly backupDir: string;
  append(events: readonly NewEvent[]): Promise<void>;
  /**
   * Waits until every projection and the hub's copies have all of the log. Use this before a
   * request that is not repeated.
   */
  projected(): Promise<void>;
  /** @returns the member's id */
  addMember(name: string): Promise<string>;
  /** A service key without `member`; all categories when none are given. */
  makeKey(options?: KeyOptions): Promise<string>;
  /** @returns the token */
  pair(memberId: string): Promise<string>;
  /** Null once the hub has its first member. */
  setUpLink(): string | null;
  restart(): Promise<TestHub>;
  close(): Promise<void>;
}

export interface KeyOptions {
  readonly member?: string;
  readonly categories?: readonly Category[];
  readonly accounts?: readonly string[];
  readonly rateLimit?: number;
}

export interface TestHubOptions {
  /** On top of a port and a data directory. */
  readonly settings?: Readonly<Record<string, string>>;
  /** On top of the registered plugins. */
  readonly plugins?: readonly Plugin[];
  /** Default: writes only errors, to stdout. */
  readonly logger?: Logger;
}

/** The hub ends with the test. */
export async function startTestHub({
  settings = {},
  plugins = [],
  logger = createLogger({ name: 'test-hub', level: 'error' }),
}: TestHubOptions = {}): Promise<TestHub> {
  const { url, database } = await freshDatabase(settings.KAFKA_BROKERS === undefined ? 'hub' : 'empty');
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-test-'));
  await chmod(dataDir, 0o711);
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const ports = { PORT: '0', WORKER_METRICS_PORT: '0' };
  const backups = { BACKUP_ENABLED: 'false', BACKUP_DIR: join(dataDir, 'backups') };
  const environment = { ...ports, ...backups, DATA_DIR: dataDir, DATABASE_URL: url, ...settings };
  return run(database, environment, { plugins: [...registeredPlugins, ...plugins], logger });
}

async function run(
  database: FreshDatabase['database'],
  environment: Readonly<Record<string, string>>,
  options: Required<Pick<TestHubOptions, 'plugins' | 'logger'>>,
): Promise<TestHub> {
  const hub = await startStandalone(readStandaloneSettings(environment), options.logger, options.plugins);
  atEnd(() => hub.close());
  const { core } = hub;
  const url = `http://127.0.0.1:${hub.port}`;
  const client = createHubClient(url);

  async function addTestMember(name: string): Promise<string> {
    const memberId = randomUUID();
    const input = { memberId, name, chatId: null, timeZone: 'UTC', actor: 'cli' } as const;
    await executeCommand(core, addMember(core.directory.current(), input));
    return memberId;
  }

  async function makeKey(options: KeyOptions = {}): Promise<string> {
    const key = newApiKey();
    const event = createApiKey(core.directory.current(), {
      key,
      memberId: options.member ?? null,
      name: 'test',
      categories: options.categories ?? categories,
      accountIds: options.accounts ?? null,
      rateLimitPerMinute: options.rateLimit ?? serviceLimitMax,
      expiresAt: null,
      actor: 'cli',
    });
    await executeCommand(core, event);
    return key.key;
  }

  async function expectProjected(): Promise<void> {
    const statuses = await readProjectionStatus(core.database, core.journal.log);
    const lacking = statuses.filter(({ lag_events }) => lag_events > 0);
    expect(lacking.map(({ name, lag_events }) => `${name} lacks ${lag_events} events`)).toEqual([]);
  }

  return {
    ...client,
    url,
    environment,
    database,
    core,
    backupDir: environment.BACKUP_DIR ?? '',
    append: async (events) => {
      await core.journal.append(events);
    },
    projected: async () => {
      await eventually(expectProjected);
      await readCurrent(core);
    },
    addMember: addTestMember,
    pair: async (memberId) => client.pairWith((await openFreePairingCode(core, memberId, 'cli')).code),
    makeKey,
    setUpLink: () => setUpLink(core.directory.currentOrStale(), core.hubSecret, url),
    restart: async () => {
      await hub.close();
      return run(database, environment, options);
    },
    close: hub.close,
  };
}
