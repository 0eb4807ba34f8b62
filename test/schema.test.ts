import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { projections } from '../projections/registry.ts';
import { prepareLimits } from '../services/query/limits/postgres-rate-limiter.ts';
import type { Database } from '../shared/postgres/database.ts';
import { startTestHub } from './support/hub/hub.ts';
import { freshDatabase } from './support/postgres/database.ts';
import { describeSchema } from './support/postgres/describe-schema.ts';
import { restoreDatabase } from './support/postgres/dump.ts';

const file = new URL('./golden/schema.sql', import.meta.url);
const record = 'HUB_TEST_RECORD=1 npm test -- test/schema.test.ts';

test('the migrations create the recorded tables', async () => {
  const { database } = await startTestHub();
  // A hub of one process keeps its limits in memory.
  await prepareLimits(database);
  expect(await filesThatRan(database)).toEqual(migrationFiles());
  const made = await describeSchema(database);
  if (process.env.HUB_TEST_RECORD !== undefined) writeFileSync(file, made);
  else expect(made, `if this is meant, record it: ${record}`).toBe(readFileSync(file, 'utf8'));
});

test('the record describes the tables completely, so that it can create them', async () => {
  const { database } = await freshDatabase();
  const recorded = readFileSync(file, 'utf8');
  await restoreDatabase(database, recorded);
  expect(await describeSchema(database)).toBe(recorded);
});

/** `privileges.sql` and the note of a release create no table. */
async function filesThatRan(database: Database): Promise<string[]> {
  const rows = await database.many<{ file: string }>({
    text: `select file from hub.migration where name not in ('privileges', 'release')
           union all select unnest(files) from projection.generation`,
  });
  return rows.map((row) => row.file).sort();
}

function migrationFiles(): string[] {
  const declared = projections.flatMap(({ tables = [] }) => tables.map(({ file }) => file));
  const files = ['services', 'projections', 'shared']
    .flatMap((area) =>
      readdirSync(new URL(`../${area}`, import.meta.url), { recursive: true, encoding: 'utf8' }),
    )
    .filter((path) => /^\d+[-_].*\.sql$/.test(basename(path)) && !path.includes('testing/'))
    .map((path) => basename(path));
  return [...declared, ...files].sort();
}
