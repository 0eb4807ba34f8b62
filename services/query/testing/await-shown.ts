import { vi } from 'vitest';
import type { DirectoryKeeper } from '../../../projections/access/directory/directory.ts';
import type { StateCopy } from '../../../projections/account-state/queries/state-copy.ts';
import type { Position } from '../../../shared/log/event-log.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { patient } from '../../../test/support/runner/patience.ts';

export interface ReadSide {
  readonly database: Database;
  readonly directory: DirectoryKeeper;
  readonly state: StateCopy;
  /** The projections that run. The database has tables of all projections. */
  readonly running: readonly string[];
}

const withinMs = 15_000;

/** Resolves when every running projection and every copy in memory has these records. */
export async function awaitShown(
  { database, directory, state, running }: ReadSide,
  positions: readonly Position[],
  subjects: readonly string[],
): Promise<void> {
  await vi.waitUntil(async () => (await behind(database, running, positions)) === 0, {
    timeout: withinMs,
    interval: 20,
  });
  const membership = positions.filter(({ stream }) => stream === 'hub.membership');
  const version = Math.max(-1, ...membership.map(({ offset }) => offset)) + 1;
  await directory.atLeast(version, patient(withinMs));
  const inCopy = async () => {
    await keepAwake(state);
    return positions.every(({ stream, appendTime }, index) => {
      if (stream !== 'hub.state') return true;
      const { changedAt } = state.stateOf(subjects[index] ?? '');
      return Math.max(...Object.values(changedAt)) >= appendTime;
    });
  };
  await vi.waitUntil(inCopy, { timeout: withinMs, interval: 20 });
}

/** A copy rests while nobody uses it. A copy that is not current yet is no failure here. */
export async function keepAwake(state: Pick<StateCopy, 'waitUntilFresh'>): Promise<void> {
  await Promise.try(() => state.waitUntilFresh()).catch(() => {});
}

async function behind(
  database: Database,
  running: readonly string[],
  positions: readonly Position[],
): Promise<number> {
  const { count } = await database.one<{ count: number }>({
    text: `select count(*) as count
           from unnest($1::text[], $2::int[], $3::bigint[]) as appended (stream, partition, at)
           join projection.checkpoint c using (stream, partition)
           where c.projection = any($4) and c.next_offset <= appended.at`,
    values: [
      positions.map(({ stream }) => stream),
      positions.map(({ partition }) => partition),
      positions.map(({ offset }) => offset),
      running,
    ],
  });
  return count;
}
