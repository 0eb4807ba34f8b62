import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf } from '../finding.ts';

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
