import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { newPairingCode, pairingCodeHash } from '../../../projections/access/commands/pairing-code.ts';
import { readStandaloneSettings } from '../../../services/standalone/settings.ts';
import { startStandalone } from '../../../services/standalone/start-standalone.ts';
import { base62 } from '../../../shared/domain/base62.ts';
import { type Category, categories } from '../../../shared/domain/category.ts';
import { type NewEvent, newEvent } from '../../../shared/events/event.ts';
import { keyCreated } from '../../../shared/events/key-created.ts';
import { memberAdded } from '../../../shared/events/member-added.ts';
import { pairingCodeMade } from '../../../shared/events/pairing-code-made.ts';
import { createLogger } from '../../../shared/logger.ts';
import { type FreshDatabase, freshDatabase } from '../postgres/database.ts';
import { createHubClient, type HubClient } from './hub-client.ts';

/** A whole hub in the test's process, on a database of its own, asked over real sockets. */
export interface TestHub extends HubClient {
  readonly url: string;
  readonly database: FreshDatabase['database'];
  /** Appends what no plugin would send. */
  append(events: readonly NewEvent[]): Promise<void>;
  /** Appends a membership event and waits until it is in effect. */
  state(event: NewEvent): Promise<void>;
  /** @returns the member's id */
  addMember(name: string): Promise<string>;
  /** A service key, or a user key of the given member; all categories when none are given. */
  makeKey(options?: KeyOptions): Promise<string>;
  /** Pairs a plugin as the player does. @returns its token */
  pair(memberId: string): Promise<string>;
  /** Stops it and starts another on the same data. */
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
  /** Settings of `operations.md`, on top of a port and a data directory of its own. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts a hub that ends with the test. */
export async function startTestHub({ settings = {} }: TestHubOptions = {}): Promise<TestHub> {
  const { url, database } = await freshDatabase(settings.KAFKA_BROKERS === undefined ? 'rooms' : 'empty');
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-test-'));
  await chmod(dataDir, 0o711);
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return run(database, { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: url, ...settings });
}

async function run(
  database: FreshDatabase['database'],
  environment: Readonly<Record<string, string>>,
): Promise<TestHub> {
  const hub = await startStandalone(
    readStandaloneSettings(environment),
    createLogger({ name: 'test-hub', level: 'error' }),
  );
  onTestFinished(() => hub.close());
  const { journal, directory, hubSecret } = hub.core;
  const url = `http://127.0.0.1:${hub.port}`;
  const client = createHubClient(url);

  async function state(event: NewEvent): Promise<void> {
    const [position] = await journal.append([event]);
    if (position !== undefined) await directory.atLeast(position.offset + 1, 10_000);
  }

  async function addMember(name: string): Promise<string> {
    const id = randomUUID();
    const member = { member_id: id, name, chat_id: null, time_zone: 'UTC' };
    await state(newEvent(memberAdded, { subject: id, source: 'cli' }, member));
    return id;
  }

  async function pair(memberId: string): Promise<string> {
    const code = newPairingCode();
    const made = { member_id: memberId, code_hash: pairingCodeHash(hubSecret, code) };
    await state(newEvent(pairingCodeMade, { subject: memberId, source: 'cli' }, made));
    return client.pairWith(code);
  }

  return {
    ...client,
    url,
    database,
    append: async (events) => {
      await journal.append(events);
    },
    state,
    addMember,
    pair,
    makeKey: async (options) => {
      const { key, event } = newKey(options);
      await state(event);
      return key;
    },
    restart: async () => {
      await hub.close();
      return run(database, environment);
    },
    close: hub.close,
  };
}

function newKey(options: KeyOptions = {}): { readonly key: string; readonly event: NewEvent } {
  const prefix = base62(randomBytes(16), 10);
  const secret = base62(randomBytes(32), 43);
  const event = newEvent(
    keyCreated,
    { subject: options.member ?? 'hub', source: 'cli' },
    {
      key_id: randomUUID(),
      prefix,
      secret_hash: createHash('sha256').update(secret).digest('base64'),
      kind: options.member === undefined ? 'service' : 'user',
      name: 'test',
      member_id: options.member ?? null,
      categories: [...(options.categories ?? categories)],
      accounts: options.accounts === undefined ? null : [...options.accounts],
      rate_limit_per_minute: options.rateLimit ?? 6_000,
      expires_at: null,
    },
  );
  return { key: `hub_${prefix}_${secret}`, event };
}
