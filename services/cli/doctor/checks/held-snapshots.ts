import type { Sql } from '../../../../shared/postgres/database.ts';
import { type Check, type Finding, findingOf, spanOf } from '../finding.ts';

export const snapshotsCheck: Check = {
  name: 'snapshots',
  run: async (hub) => {
    const database = hub.ownerDatabase();
    const { sees } = await database.one<{ sees: boolean }>({
      text: `select pg_has_role('pg_read_all_stats', 'usage') as sees`,
    });
    return judgeSnapshots(await readHeldSnapshots(database), sees);
  },
};

export interface HeldSnapshot {
  readonly holder: string;
  /** The statement that ends the session or transaction. */
  readonly remedy: string;
  readonly age_ms: number;
}

/** Longer than every statement of a hub: a migration may take ten minutes. */
const ageMaxMs = 15 * 60_000;

/** @param seesAll whether sessions of other roles are included */
export function judgeSnapshots(held: readonly HeldSnapshot[], seesAll: boolean): Finding {
  const old = held.filter(({ age_ms }) => age_ms > ageMaxMs);
  const faults = old.map(({ holder, remedy, age_ms }) => ({
    what: `${holder} has held a snapshot for ${spanOf(age_ms)}`,
    why: 'deleted rows stay in their tables, which grow and become slow',
    fix: `end it: ${remedy}`,
  }));
  const whose = seesAll ? '' : ' in the sessions of the doctor’s role; the doctor cannot see other sessions';
  return findingOf(faults, `no transaction is older than ${spanOf(ageMaxMs)}${whose}`);
}

/** Includes prepared transactions, and excludes this session. */
export function readHeldSnapshots(sql: Sql): Promise<HeldSnapshot[]> {
  return sql.many<HeldSnapshot>({
    text: `select 'session ' || pid || ' (' || coalesce(nullif(application_name, ''), 'without a name') || ')' as holder,
                  'select pg_terminate_backend(' || pid || ')' as remedy,
                  (extract(epoch from clock_timestamp() - xact_start) * 1000)::bigint as age_ms
           from pg_stat_activity
           where datname = current_database()
             and pid <> pg_backend_pid()
             and xact_start is not null
             and (backend_xmin is not null or backend_xid is not null)
           union all
           select 'prepared transaction ' || gid, 'rollback prepared ' || quote_literal(gid),
                  (extract(epoch from clock_timestamp() - prepared) * 1000)::bigint
           from pg_prepared_xacts
           where database = current_database()`,
  });
}
