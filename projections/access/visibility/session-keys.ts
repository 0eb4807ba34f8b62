import { categories, maskOf } from '../../../shared/domain/category.ts';
import { minuteMs } from '../../../shared/domain/durations.ts';
import { sessionUnusedMs } from '../../../shared/domain/session.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { type Notifications, sessionChannel } from '../../../shared/postgres/notifications.ts';
import { startSpacedRuns } from '../../../shared/spaced-runs.ts';
import { within } from '../../../shared/waiting.ts';
import { userLimit } from '../commands/api-key.ts';
import { type ApiKey, DirectoryUnavailable } from '../directory/directory.ts';

/**
 * The keys of sessions of the console, by which signed-in members read (console.md, Who is asking). They are in a table and not
 * in the log; each process that answers reads keeps a copy.
 */
export interface SessionKeys {
  /** @throws DirectoryUnavailable for a key whose session may have ended meanwhile: the copy is over 5 s old */
  find(prefix: string): ApiKey | undefined;
  /** Resolves when every session is known that had begun before the call; at the latest after 250 ms. */
  refreshed(): Promise<void>;
  close(): Promise<void>;
}

const staleAfterMs = 5_000;
const apartMs = 50;
const everyMs = 1_000;
const refreshWithinMs = 250;
/** A use of a session, which moves its end, is no reason to read all of them again. */
const readWholeEveryMs = 10 * minuteMs;

interface StoredKey {
  readonly id: string;
  readonly memberId: string;
  readonly prefix: string;
  readonly secretHash: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

interface KeyCopy {
  readonly revision: number;
  readonly readAt: number;
  readonly keys: ReadonlyMap<string, ApiKey>;
}

export function openSessionKeys(options: {
  /** For short statements. */
  readonly database: Database;
  readonly notifications: Notifications;
  readonly logger: Logger;
}): SessionKeys {
  const { database, notifications, logger } = options;
  let copy: KeyCopy = { revision: -1, readAt: Number.NEGATIVE_INFINITY, keys: new Map() };
  let freshAt = Number.NEGATIVE_INFINITY;
  let waiting: PromiseWithResolvers<void> | undefined;

  async function refresh(): Promise<void> {
    const [startedAt, served] = [performance.now(), waiting];
    waiting = undefined;
    try {
      const revision = await readRevision(database);
      const isOld = revision !== copy.revision || startedAt - copy.readAt > readWholeEveryMs;
      if (revision !== null && isOld) {
        copy = { revision, readAt: startedAt, keys: await readKeys(database) };
      }
      freshAt = startedAt;
    } finally {
      served?.resolve();
    }
  }

  const failed = 'cannot refresh the sessions of the console, trying again';
  const reads = startSpacedRuns({ work: refresh, logger, failed, apartMs, everyMs });
  const stopListening = notifications.on(sessionChannel, reads.soon);

  return {
    find: (prefix) => {
      const key = copy.keys.get(prefix);
      if (key !== undefined && performance.now() - freshAt > staleAfterMs) {
        throw new DirectoryUnavailable('the sessions of the console are stale');
      }
      return key;
    },
    refreshed: async () => {
      waiting ??= Promise.withResolvers<void>();
      reads.soon();
      await within(refreshWithinMs, waiting.promise, () => {});
    },
    close: async () => {
      stopListening();
      await reads.close();
    },
  };
}

/** Null where no console has made its tables yet. */
async function readRevision(database: Database): Promise<number | null> {
  const { exists } = await database.one<{ exists: boolean }>({
    text: `select to_regclass('console.session_revision') is not null as exists`,
    name: 'session tables',
  });
  if (!exists) return null;
  const row = await database.maybeOne<{ revision: number }>({
    text: 'select revision from console.session_revision',
    name: 'session revision',
  });
  return row?.revision ?? 0;
}

/** The rows may be newer than the revision that was read before them, and never older. */
async function readKeys(database: Database): Promise<ReadonlyMap<string, ApiKey>> {
  const rows = await database.many<StoredKey>({
    text: `select session_id as id, member_id as "memberId", key_prefix as prefix, key_secret_hash as "secretHash",
                  created_at as "createdAt", last_used_at as "lastUsedAt"
           from console.session`,
  });
  return new Map(rows.map((row) => [row.prefix, keyOf(row)]));
}

/** A user key of the member that reads all categories. It is none of the ten that a member may make. */
function keyOf({ secretHash, lastUsedAt, ...row }: StoredKey): ApiKey {
  return {
    ...row,
    secretHash: Buffer.from(secretHash, 'base64'),
    kind: 'user',
    name: 'Browser',
    categories: maskOf(categories),
    accountIds: null,
    rateLimitPerMinute: userLimit,
    expiresAt: lastUsedAt + sessionUnusedMs,
    revoked: false,
    changedAt: row.createdAt,
  };
}
