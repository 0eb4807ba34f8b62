import { hostname } from 'node:os';
import { pause, within } from '../async/waiting.ts';
import type { Logger } from '../observability/logger.ts';
import type { Database } from '../postgres/database.ts';
import { lockNumbers } from '../postgres/lock-numbers.ts';
import { findLockSessions } from '../postgres/locks/session-lock.ts';
import type { PostgresClient } from '../postgres/postgres-client.ts';
import { serverProcessOf } from '../postgres/server/own-sessions.ts';

/**
 * `hub` excludes all others, because it keeps request counts and appended events in memory.
 * `command` also excludes all others. The other roles share the lock.
 */
const lockRoles = ['hub', 'command', 'ingest', 'projector', 'query', 'console'] as const;
export type LockRole = (typeof lockRoles)[number];

export interface LockHolder {
  readonly role: LockRole;
  readonly pid: number;
  /** 0 for a command. */
  readonly port: number;
  readonly host: string;
  /** The name of the session that holds the lock, which no other process has. */
  readonly session: string;
}

export type HubLock =
  | {
      readonly kind: 'held';
      /** @returns the new name of the session */
      readonly announce: (port: number) => Promise<string>;
      /** Nobody else gets the lock during `last`. */
      readonly release: (last?: () => Promise<void>) => Promise<void>;
    }
  | { readonly kind: 'busy'; readonly holder: LockHolder | null };

export interface HubLockOptions {
  readonly role: LockRole;
  readonly port: number;
  readonly waitForCommandMs: number;
  readonly logger: Logger;
  /** How often the session is checked, and how long it may take to answer; 5 s when not given. */
  readonly checkEveryMs?: number;
  /** Called when another process took the lock after the connection was lost. */
  readonly onLost: (holder: LockHolder | null) => void;
}

const lostSessionEndsWithinMs = 1_500;
const retryMs = 100;
const releaseWithinMs = 2_000;
const checkEveryDefaultMs = 5_000;

/**
 * The server frees the lock when the holder dies. After a lost connection, the lock is taken again.
 */
export async function takeHubLock(database: Database, options: HubLockOptions): Promise<HubLock> {
  const started = Date.now();
  for (;;) {
    const session = await openHubSession(database, options);
    const { client } = session;
    let holder: LockHolder | null;
    try {
      if (await tryLock(client, options)) return keepLock(database, session, options);
      holder = await findHubLockHolder(database);
    } catch (error) {
      // Not awaited: a frozen server never closes its side.
      void client.end().catch(() => {});
      throw error;
    }
    await client.end();
    const waitMs = holder?.role === 'command' ? options.waitForCommandMs : lostSessionEndsWithinMs;
    if (Date.now() - started > waitMs) return { kind: 'busy', holder };
    await pause(retryMs);
  }
}

export async function findHubLockHolder(database: Database): Promise<LockHolder | null> {
  const [first = null] = await findHubLockHolders(database);
  return first;
}

export async function findHubLockHolders(database: Database): Promise<LockHolder[]> {
  const sessions = await findLockSessions(database, lockNumbers.hub);
  return sessions.flatMap(({ name }) => parseHolder(name) ?? []);
}

interface HubSession {
  readonly client: PostgresClient;
  /** The id of the server's process, which differs from the id that a pooler gives out. */
  readonly pid: number;
}

function keepLock(database: Database, first: HubSession, options: HubLockOptions): HubLock {
  const released = new AbortController();
  let holder = options;
  let session = first;
  let retaking = Promise.resolve();

  async function reacquire(): Promise<void> {
    /** A session whose statement got no answer may hold the lock too. */
    const ownServerPids = new Set([session.pid]);
    while (!released.signal.aborted) {
      const lock = await retake(ownServerPids).catch(() => 'away' as const);
      if (lock === 'taken') return;
      if (lock === 'lost') return reportLost();
      // The database is unavailable, or a session of this process holds the lock.
      await pause(retryMs * 5, released.signal, { ref: false });
    }
  }

  async function retake(ownServerPids: Set<number>): Promise<'taken' | 'away' | 'lost'> {
    const fresh = await openHubSession(database, holder);
    ownServerPids.add(fresh.pid);
    const { client } = fresh;
    try {
      const isLocked =
        (await tryLock(client, options)) || (await retryOnce(client, options, released.signal));
      if (released.signal.aborted) return 'lost';
      if (!isLocked)
        return (await isHeldByOwn(database, ownServerPids, sessionName(holder))) ? 'away' : 'lost';
      session = fresh;
      watch(fresh);
      return 'taken';
    } finally {
      if (session !== fresh) await client.end();
    }
  }

  async function reportLost(): Promise<void> {
    const other = await findHubLockHolder(database).catch(() => null);
    if (!released.signal.aborted) options.onLost(other);
  }

  function watch(watched: HubSession): void {
    endUnlessHeld(watched, options.checkEveryMs);
    watched.client.once('end', () => {
      if (released.signal.aborted) return;
      options.logger.warn('the connection that holds the hub lock is gone, taking it again');
      retaking = reacquire();
    });
  }

  watch(session);
  return {
    kind: 'held',
    announce: async (port) => {
      holder = { ...options, port };
      await nameSession(session.client, holder);
      return sessionName(holder);
    },
    release: async (last = async () => {}) => {
      released.abort();
      await within(releaseWithinMs, retaking, () => {});
      try {
        await last();
      } finally {
        await session.client.end();
      }
    },
  };
}

/** A lost session of this process may hold the lock for another moment. */
async function retryOnce(
  client: PostgresClient,
  options: HubLockOptions,
  signal: AbortSignal,
): Promise<boolean> {
  await pause(lostSessionEndsWithinMs, signal);
  return tryLock(client, options);
}

async function openHubSession(database: Database, options: HubLockOptions): Promise<HubSession> {
  let pid = 0;
  const client = await database.connect(async (fresh) => {
    pid = await serverProcessOf(fresh);
    await nameSession(fresh, options);
  });
  return { client, pid };
}

/**
 * Ends a session that does not answer any more. A network can drop a connection without a word,
 * and a pooler can replace the server's process.
 */
function endUnlessHeld({ client, pid }: HubSession, everyMs = checkEveryDefaultMs): void {
  const check = setInterval(async () => {
    const found = await within(everyMs, serverProcessOf(client), () => null).catch(() => null);
    if (found !== pid) await client.end();
  }, everyMs).unref();
  client.once('end', () => clearInterval(check));
}

/**
 * A balancer may reset a connection on this side only, and the server keeps the session. The name
 * is compared too, because a restarted server gives out the same process ids again.
 */
async function isHeldByOwn(
  database: Database,
  ownServerPids: ReadonlySet<number>,
  ownName: string,
): Promise<boolean> {
  const sessions = await findLockSessions(database, lockNumbers.hub);
  return sessions.some(({ pid, name }) => ownServerPids.has(pid) && name === ownName);
}

async function nameSession(client: PostgresClient, options: HubLockOptions): Promise<void> {
  await client.query("select set_config('application_name', $1, false)", [sessionName(options)]);
}

/** Cut to the length that PostgreSQL keeps. */
function sessionName({ role, port }: HubLockOptions): string {
  return `hub-lock ${role} ${process.pid} ${port} ${hostname()}`.slice(0, 63);
}

async function tryLock(client: PostgresClient, { role }: HubLockOptions): Promise<boolean> {
  const lock = isExclusive(role) ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  const { rows } = await client.query<{ locked: boolean }>(`select ${lock}($1) as locked`, [lockNumbers.hub]);
  return rows[0]?.locked === true;
}

function isExclusive(role: LockRole): boolean {
  return role === 'hub' || role === 'command';
}

function parseHolder(name: string): LockHolder | null {
  const [, word, pid, port, host] = /^hub-lock (\S+) (\d+) (\d+) (\S*)/.exec(name) ?? [];
  const role = lockRoles.find((known) => known === word);
  if (role === undefined) return null;
  return { role, pid: Number(pid), port: Number(port), host: host ?? '', session: name };
}
