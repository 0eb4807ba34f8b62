import { pollUntil } from '../async/waiting.ts';
import { messageOf, OperatorError } from '../errors/errors.ts';
import { serverRefusalError } from '../postgres/faults/server-refusal.ts';
import { type HubServer, type HubServerOptions, openHubServer } from '../postgres/hub-database-server.ts';
import { openDatabase } from '../postgres/open-database.ts';
import type { DatabaseRole } from '../postgres/schema/roles.ts';
import { type HubLock, type LockHolder, type LockRole, takeHubLock } from './hub-lock.ts';
import { requireNoRestoreAt } from './unfinished-restore.ts';

/** This process holds the hub lock until `release`. */
export interface HeldDatabase {
  readonly url: string;
  urlOf(role: DatabaseRole): string;
  /** Null for the operator's own server. */
  readonly ownerUrl: string | null;
  /** Null for the operator's own server. */
  readonly directory: string | null;
  /**
   * Shows a port that was unknown when the lock was taken.
   * @returns the name of the session that holds the lock
   */
  announce(port: number): Promise<string>;
  /** Stops the embedded server and releases the lock. */
  release(): Promise<void>;
}

export interface HoldOptions extends HubServerOptions {
  readonly role: LockRole;
  /** 0 for a command, and while the port is unknown. */
  readonly port: number;
  /** A restore may continue an unfinished restore. */
  readonly restores?: boolean;
}

const waitForCommandMs = 10_000;

/** A hub in one process, a command and the console do the work of all other processes. */
const databaseRoleOf: Readonly<Record<LockRole, DatabaseRole>> = {
  hub: 'hub_operator',
  command: 'hub_operator',
  ingest: 'hub_ingest',
  projector: 'hub_projector',
  query: 'hub_query',
  console: 'hub_operator',
};

/**
 * A command stops the embedded server at its end; a waiting process then starts the server again.
 * @throws OperatorError `already_running` when an incompatible role holds the lock, or a command
 * holds it for over 10 s; `restore_interrupted`
 */
export async function holdDatabase(options: HoldOptions): Promise<HeldDatabase> {
  const until = performance.now() + waitForCommandMs;
  let failure: unknown;
  const attempt = async (): Promise<HeldDatabase | null> => {
    const server = await openHubServer(options);
    try {
      return await hold(server, options, until - performance.now());
    } catch (error) {
      await server.leave();
      if (error instanceof OperatorError) throw error;
      failure = error;
      return null;
    }
  };
  const held = await pollUntil(attempt, { withinMs: waitForCommandMs, everyMs: 100 });
  if (held !== null) {
    // Under the lock: a restore that still runs holds the lock itself.
    if (options.restores !== true) await requireNoRestoreAt(options).catch(releasing(held));
    return held;
  }
  const known = serverRefusalError(failure);
  if (known !== null) throw known;
  throw new OperatorError('database_unreachable', `the database does not answer: ${messageOf(failure)}`);
}

function releasing({ release }: HeldDatabase): (error: unknown) => Promise<never> {
  return async (error) => {
    await release();
    throw error;
  };
}

async function hold(server: HubServer, options: HoldOptions, waitMs: number): Promise<HeldDatabase> {
  const url = server.urlOf(databaseRoleOf[options.role]);
  const database = openDatabase({
    url,
    name: 'lock',
    maxConnections: 1,
    statementTimeoutMs: 5_000,
  });
  let lock: HubLock | undefined;
  try {
    lock = await takeHubLock(database, {
      ...options,
      waitForCommandMs: waitMs,
      onLost: (holder) => options.onLost(alreadyRunning(holder)),
    });
  } finally {
    if (lock?.kind !== 'held') await database.close();
  }
  if (lock.kind === 'busy') throw alreadyRunning(lock.holder);
  const { announce, release } = lock;
  return {
    url,
    urlOf: server.urlOf,
    ownerUrl: server.ownerUrl,
    directory: server.directory,
    announce,
    release: async () => {
      // Stops the server while the lock is held. Otherwise another process could take the lock, and
      // lose its sessions when the server stops.
      await release(server.stop);
      await database.close();
    },
  };
}

function alreadyRunning(holder: LockHolder | null): OperatorError {
  if (holder?.role === 'command') {
    return new OperatorError('already_running', `a command works on this data: pid ${holder.pid}`);
  }
  const where = holder === null ? '' : `: pid ${holder.pid} on ${holder.host}, port ${holder.port}`;
  if (holder === null || holder.role === 'hub') {
    return new OperatorError('already_running', `another hub runs on this data${where}`);
  }
  return new OperatorError(
    'already_running',
    `this hub runs as separate processes, hub ${holder.role} among them${where}; stop them all first`,
  );
}
