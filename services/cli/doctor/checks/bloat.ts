import type { Sql } from '../../../../shared/postgres/database.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf, spanOf } from '../finding.ts';

export const bloatCheck = defineCheck('bloat', readBloat, judgeBloat);

function readBloat(hub: ExaminedHub) {
  return hub.database().many<{ name: string; live: number; dead: number }>({
    text: `select schemaname || '.' || relname as name, n_live_tup as live, n_dead_tup as dead
           from pg_stat_user_tables
           order by n_dead_tup desc
           limit 20`,
  });
}

/** Deleted rows that autovacuum may leave in a table of any size. */
const deadMin = 50_000;

export function judgeBloat(tables: FactsOf<typeof readBloat>): Finding {
  const bloated = tables.filter(({ live, dead }) => dead > deadMin && dead > live);
  const faults = bloated.map(({ name, live, dead }) => ({
    what: `${name} has ${dead} deleted rows and ${live} live rows`,
    why: 'autovacuum does not keep up, so the table grows and reading it becomes slow',
    fix: `vacuum (analyze) ${name}, and check that autovacuum is on and that no transaction stays open`,
  }));
  return findingOf(faults, 'no table has more deleted rows than live ones');
}

export const snapshotsCheck = defineCheck('snapshots', readSnapshots, judgeSnapshots);

/** `seesAll`: whether sessions of other roles are included. */
async function readSnapshots(hub: ExaminedHub) {
  const database = hub.ownerDatabase();
  const { seesAll } = await database.one<{ seesAll: boolean }>({
    text: `select pg_has_role('pg_read_all_stats', 'usage') as "seesAll"`,
  });
  return { seesAll, held: await readHeldSnapshots(database) };
}

/** Longer than every statement of a hub: a migration may take ten minutes. */
const ageMaxMs = 15 * 60_000;

export function judgeSnapshots({ seesAll, held }: FactsOf<typeof readSnapshots>): Finding {
  const old = held.filter(({ age_ms }) => age_ms > ageMaxMs);
  const faults = old.map(({ holder, remedy, age_ms }) => ({
    what: `${holder} has held a snapshot for ${spanOf(age_ms)}`,
    why: 'deleted rows stay in their tables, which grow and become slow',
    fix: `end it: ${remedy}`,
  }));
  const whose = seesAll ? '' : ' in the sessions of the doctor’s role; the doctor cannot see other sessions';
  return findingOf(faults, `no transaction is older than ${spanOf(ageMaxMs)}${whose}`);
}

/** Includes prepared transactions, and excludes this session. `remedy` ends the holder. */
export function readHeldSnapshots(sql: Sql) {
  return sql.many<{ holder: string; remedy: string; age_ms: number }>({
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
