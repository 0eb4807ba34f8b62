import type { ApiKey } from '../../../projections/access/model/entities.ts';
import type { Clock } from '../../../shared/clock.ts';
import { dayMs, minuteMs } from '../../../shared/domain/durations.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { migrate } from '../../../shared/postgres/schema/migrate.ts';

export interface ApiKeyUses {
  /**
   * Notes that a key reads something now: once a minute for the same object. Costs the request
   * nothing.
   */
  note(key: Pick<ApiKey, 'id'>): void;
  /** Writes what was noted last. */
  close(): Promise<void>;
}

/** A key that reads all the time is noted this often. */
const notedEveryMs = minuteMs;
/** Keys that are used within this time share a statement. */
const togetherMs = 2_000;
const keptMs = 400 * dayMs;

/** Makes the table of uses. Safe when raced. */
export async function prepareApiKeyUses(database: Database): Promise<void> {
  await migrate(database, 'key-use', new URL('./migrations/', import.meta.url));
}

/**
 * Keeps when keys were last used. A use that cannot be written is lost: the next one of a minute
 * later counts.
 */
export function openApiKeyUses({
  database,
  clock,
  monotonicNow = () => performance.now(),
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly monotonicNow?: () => number;
}): ApiKeyUses {
  /** Until when a use of each key needs no note. */
  const noted = new WeakMap<Pick<ApiKey, 'id'>, number>();
  const waiting = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const uses = [...waiting];
    waiting.clear();
    if (uses.length === 0) return;
    writing = writing.then(() => writeUses(database, uses, clock() - keptMs)).catch(() => {});
  }

  return {
    note: (key) => {
      const at = monotonicNow();
      if (at < (noted.get(key) ?? 0)) return;
      noted.set(key, at + notedEveryMs);
      waiting.set(key.id, clock());
      timer ??= setTimeout(write, togetherMs).unref();
    },
    close: async () => {
      write();
      await writing;
    },
  };
}

/** Writes the uses, and deletes the uses of keys that were last used before `keptFrom`. */
async function writeUses(
  database: Database,
  uses: readonly (readonly [keyId: string, usedAt: number])[],
  keptFrom: number,
): Promise<void> {
  await database.run({
    text: `with past as (delete from hub.key_use where used_at < $3)
           insert into hub.key_use as known (key_id, used_at)
           select key_id, used_at
           from unnest($1::uuid[], $2::bigint[]) as use (key_id, used_at)
           -- Always in the same order, so that two processes do not wait for each other.
           order by key_id
           on conflict (key_id) do update set used_at = greatest(known.used_at, excluded.used_at)`,
    values: [uses.map(([keyId]) => keyId), uses.map(([, usedAt]) => usedAt), keptFrom],
    name: 'key-uses-note',
  });
}
