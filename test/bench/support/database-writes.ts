import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import { findRunningServer } from '../../../shared/postgres/embedded/embedded-postgres.ts';

export interface WriteCounts {
  readonly commits: number;
  /** Inserted, updated and deleted rows. */
  readonly rows: number;
  readonly walBytes: number;
}

/** Sessions report their counts at most once a second. */
const reportedMs = 1_500;

/** @returns a function that reads the counts of all databases of the embedded server */
export async function openWriteCounts(
  lifecycle: Lifecycle,
  dataDir: string,
): Promise<() => Promise<WriteCounts>> {
  const connectionString = await findRunningServer(dataDir);
  if (connectionString === null) throw new Error('the embedded server of the hub does not run');
  const client = new Client({ connectionString });
  await client.connect();
  lifecycle.onClose(() => client.end());
  return async () => {
    await pause(reportedMs);
    const { rows } = await client.query<Record<keyof WriteCounts, string>>(
      `select sum(xact_commit) as commits, sum(tup_inserted + tup_updated + tup_deleted) as rows,
              (select wal_bytes from pg_stat_wal) as "walBytes"
       from pg_stat_database`,
    );
    const [{ commits, rows: changed, walBytes } = { commits: 0, rows: 0, walBytes: 0 }] = rows;
    return { commits: Number(commits), rows: Number(changed), walBytes: Number(walBytes) };
  };
}
