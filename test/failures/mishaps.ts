import { expect } from 'vitest';
import { pause, retryUntil } from '../../shared/async/waiting.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { hubJson, type ProcessOptions } from '../support/hub/hub-process.ts';
import { readRetention, setRetention } from '../support/kafka/retention.ts';
import { dumpDatabase, restoreInPlace } from '../support/postgres/dump.ts';
import { patient } from '../support/runner/patience.ts';

/**
 * Mishaps of a hub's database and log in which no process dies.
 * - `terminate`: an administrator ends all sessions.
 * - `clock`: the database's clock is set back by an hour.
 * - `restore`: a dump is restored over its own database while the hub runs.
 * - `promote`: two operators promote at once.
 * - `retention`: somebody shortens the retention of the feed.
 */
export const mishapNames = ['terminate', 'clock', 'restore', 'promote', 'retention'] as const;
export type MishapName = (typeof mishapNames)[number];

export interface MishapOptions {
  readonly database: Database;
  readonly brokers: string;
  readonly hub: ProcessOptions;
}

const cutRetentionMs = '86400000';
/** Other faults may make statements and commands fail, so they are repeated, as people do. */
const again = { withinMs: patient(120_000), everyMs: 500 };

/** A projector sets the retention back. */
export function untilRetentionIsBack(brokers: string): Promise<void> {
  return retryUntil(async () => {
    const found = await readRetention(brokers, 'hub.feed');
    if (found !== '-1') throw new Error(`the retention of the feed is still ${found}`);
  }, again);
}

/** `forMs` is the time between the dump and its restore. */
export function createMishaps({
  database,
  brokers,
  hub,
}: MishapOptions): Readonly<Record<MishapName, (forMs: number) => Promise<void>>> {
  return {
    terminate: () =>
      retryUntil(async () => {
        await database.run({
          text: `select pg_terminate_backend(pid)
                 from pg_stat_activity
                 where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        });
      }, again),
    // After a clock is set back, earlier times lie in the future.
    clock: () =>
      retryUntil(async () => {
        await database.run({
          text: `update projection.member set seen_at = seen_at + interval '1 hour';
                 update projection.checkpoint set barrier_until = barrier_until + interval '1 hour'`,
        });
      }, again),
    restore: async (forMs) => {
      const dump = await retryUntil(() => dumpDatabase(database), again);
      await pause(forMs);
      await retryUntil(() => restoreInPlace(database, dump), again);
    },
    promote: () => promoteTwice(database, hub),
    retention: () => retryUntil(() => setRetention(brokers, 'hub.feed', cutRetentionMs), again),
  };
}

/** @throws when the rollback is lost */
async function promoteTwice(database: Database, hub: ProcessOptions): Promise<void> {
  const projections = (...args: string[]) => hubJson(hub, ['projections', ...args]);
  await retryUntil(() => projections('rebuild', promoted), again);
  // The slower command may be refused.
  const promote = () => projections('promote', promoted, '--force').catch(() => null);
  await Promise.all([promote(), promote()]);
  const readPointer = () =>
    database.one<{ generation: number; previous: number | null }>({
      text: 'select generation, previous from projection.pointer where projection = $1',
      values: [promoted],
    });
  const pointer = await retryUntil(readPointer, again);
  expect(pointer.previous).not.toBe(pointer.generation);
  await projections('retire', promoted, '--previous').catch(() => null);
}

const promoted = 'wealth-days';
