import type { ApiKey } from '../../../projections/access/model/entities.ts';
import type { Clock } from '../../../shared/clock.ts';
import { dayMs, minuteMs } from '../../../shared/domain/durations.ts';
import type { NoteFailure } from '../../../shared/observability/failure-notes.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { migrate } from '../../../shared/postgres/schema/migrate.ts';

export interface ApiKeyUses {
  /** Notes a use at most once a minute for each key object. The request does not wait. */
  note(key: Pick<ApiKey, 'id'>): void;
  /** Writes the uses that are not written yet. */
  close(): Promise<void>;
}

const notedEveryMs = minuteMs;
const gatherMs = 2_000;
const keptMs = 400 * dayMs;

/** Creates the table. Several processes may do this at once. */
export async function prepareApiKeyUses(database: Database): Promise<void> {
  await migrate(database, 'key-use', new URL('./migrations/', import.meta.url));
}

/** A use that cannot be written is dropped: the next use is noted after a minute anyway. */
export function openApiKeyUses({
  database,
  clock,
  noteFailure,
  monotonicNow = () => performance.now(),
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly noteFailure: NoteFailure;
  readonly monotonicNow?: () => number;
}): ApiKeyUses {
  /** The monotonic time from which the next use is noted. */
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
    writing = writing
      .then(() => writeUses(database, uses, clock() - keptMs))
      .catch((error) => noteFailure('key-uses', error));
  }

  return {
    note: (key) => {
      const at = monotonicNow();
      if (at < (noted.get(key) ?? 0)) return;
      noted.set(key, at + notedEveryMs);
      waiting.set(key.id, clock());
      timer ??= setTimeout(write, gatherMs).unref();
    },
    close: async () => {
      write();
      await writing;
    },
  };
}

async function writeUses(
  database: Database,
  uses: readonly (readonly [keyId: string, usedAt: number])[],
  keptFrom: number,
): Promise<void> {
  await database.run({
    text: 'select hub.note_key_uses($1::uuid[], $2::bigint[], $3)',
    values: [uses.map(([keyId]) => keyId), uses.map(([, usedAt]) => usedAt), keptFrom],
    name: 'key-uses-note',
  });
}
