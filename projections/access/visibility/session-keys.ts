import { startTaskWhileUsed } from '../../../shared/async/task-while-used.ts';
import { within } from '../../../shared/async/waiting.ts';
import { categories, maskOf } from '../../../shared/domain/category.ts';
import { minuteMs } from '../../../shared/domain/durations.ts';
import { sessionRequestsPerMinute, sessionUnusedMs } from '../../../shared/domain/session.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { type Notifications, sessionChannel } from '../../../shared/postgres/notifications.ts';
import { hasTable } from '../../../shared/postgres/schema/has-table.ts';
import { DirectoryUnavailable } from '../directory/directory.ts';
import type { ApiKey } from '../model/entities.ts';

/**
 * The keys of console sessions (operations.md, Sign-in at the console), from a table and not from
 * the log. Each process that answers reads keeps a copy while such keys are used.
 */
export interface SessionKeys {
  /**
   * Undefined for every key after a pause in the reads, until `refreshed` has resolved.
   * @throws DirectoryUnavailable for a known key when the copy is over 5 s old
   */
  find(prefix: string): ApiKey | undefined;
  /**
   * Resolves when every session that began before the call is known.
   * @throws DirectoryUnavailable when the read fails or takes over 250 ms: a 401 would sign out a
   * tab that has just signed in
   */
  refreshed(): Promise<void>;
  close(): Promise<void>;
}

const staleAfterMs = 5_000;
const minIntervalMs = 50;
const everyMs = 1_000;
/** Longer than the interval at which an open page of the console reads. */
const restAfterDefaultMs = 30_000;
const refreshWithinMs = 250;
/**
 * A use of a session moves its end, but does not raise the revision. So all sessions are also read
 * at this interval.
 */
const readWholeEveryMs = 10 * minuteMs;

interface StoredApiKey {
  readonly id: string;
  readonly memberId: string;
  readonly prefix: string;
  readonly secretHash: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

interface CopiedKeys {
  /** Read before the keys, so the keys are never older. */
  readonly revision: number;
  /** When all keys were last read. */
  readonly readAt: number;
  readonly keys: ReadonlyMap<string, ApiKey>;
}

const noKeys: CopiedKeys = { revision: -1, readAt: Number.NEGATIVE_INFINITY, keys: new Map() };

export function openSessionKeys(options: {
  /** For short statements. */
  readonly database: Database;
  readonly notifications: Notifications;
  readonly logger: Logger;
  /** Shorter in tests. */
  readonly restAfterMs?: number;
}): SessionKeys {
  const { database, notifications, logger, restAfterMs = restAfterDefaultMs } = options;
  let copy = noKeys;
  let freshAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    const startedAt = performance.now();
    copy = await readUpdatedCopy(database, copy, startedAt);
    freshAt = startedAt;
  }

  const refreshing = startTaskWhileUsed({
    name: 'refresh of the console sessions',
    run: refresh,
    everyMs,
    minIntervalMs,
    restAfterMs,
    logger,
  });
  const stopListening = notifications.on(sessionChannel, refreshing.requestRun);

  return {
    find: (prefix) => {
      const key = copy.keys.get(prefix);
      if (key === undefined || !refreshing.noteUse()) return undefined;
      if (performance.now() - freshAt > staleAfterMs) {
        throw new DirectoryUnavailable('the sessions of the console are stale');
      }
      return key;
    },
    refreshed: async () => {
      refreshing.noteUse();
      if (await within(refreshWithinMs, refreshing.requestRun(), () => false)) return;
      throw new DirectoryUnavailable('the sessions of the console were not read in time');
    },
    close: async () => {
      stopListening();
      await refreshing.stop();
    },
  };
}

/**
 * Reads only the sessions that began after the copy. Reads all sessions after a session has ended,
 * and every ten minutes.
 */
async function readUpdatedCopy(database: Database, copy: CopiedKeys, now: number): Promise<CopiedKeys> {
  // The console creates the table when it starts. The check ends when the table exists.
  const stored =
    copy === noKeys && !(await hasTable(database, 'console.session_revision'))
      ? null
      : await readRevisions(database);
  const isYoung = now - copy.readAt <= readWholeEveryMs;
  if (stored === null || (isYoung && stored.revision === copy.revision)) return copy;
  const { revision, lastEndRevision } = stored;
  if (isYoung && lastEndRevision <= copy.revision && revision > copy.revision) {
    const begun = await readKeys(database, copy.revision);
    return { ...copy, revision, keys: new Map([...copy.keys, ...begun]) };
  }
  return { revision, readAt: now, keys: new Map(await readKeys(database, -1)) };
}

async function readRevisions(database: Database): Promise<{ revision: number; lastEndRevision: number }> {
  const row = await database.maybeOne<{ revision: number; lastEndRevision: number }>({
    text: 'select revision, ended_revision as "lastEndRevision" from console.session_revision',
    name: 'session revision',
  });
  return row ?? { revision: 0, lastEndRevision: 0 };
}

async function readKeys(database: Database, after: number): Promise<[string, ApiKey][]> {
  const rows = await database.many<StoredApiKey>({
    text: `select session_id as id, member_id as "memberId", key_prefix as prefix, key_secret_hash as "secretHash",
                  created_at as "createdAt", last_used_at as "lastUsedAt"
           from console.session
           where began_revision > $1`,
    values: [after],
  });
  return rows.map((row) => [row.prefix, keyOf(row)]);
}

function keyOf({ secretHash, lastUsedAt, ...row }: StoredApiKey): ApiKey {
  return {
    ...row,
    secretHash: Buffer.from(secretHash, 'base64'),
    kind: 'user',
    name: 'Browser',
    categories: maskOf(categories),
    accountIds: null,
    rateLimitPerMinute: sessionRequestsPerMinute,
    expiresAt: lastUsedAt + sessionUnusedMs,
    revoked: false,
    changedAt: row.createdAt,
  };
}
