import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projections } from '../projections/registry.ts';
import { digestGeneration } from '../shared/projection/generation-digest.ts';
import { prepareGenerations } from '../shared/projection/generations.ts';
import { rebuildGenerations } from '../shared/projection/rebuild/rebuild.ts';
import { openTestLog } from '../shared/projection/testing/open-test-log.ts';
import { mixedLog } from './support/mixed-log.ts';

/** By room: the version, and what it makes of the mixed log. Written by `HUB_TEST_RECORD=1`. */
type Golden = Readonly<Record<string, { readonly version: string; readonly digest: string }>>;

const file = new URL('./golden/projections.json', import.meta.url);
const events = 4_000;

test('a room that makes other tables of the same log has another version', async () => {
  const { database, journal } = await openTestLog();
  await journal.import(mixedLog(events));
  await prepareGenerations(database, []);
  const rebuilt = await rebuildGenerations({ database, journal, projections });
  const made: Record<string, Golden[string]> = {};
  for (const { generation } of rebuilt) {
    const { name, version } = generation.projection;
    const { digest, rows } = await digestGeneration(database, generation);
    expect({ name, hasRows: rows > 0 }).toEqual({ name, hasRows: true });
    made[name] = { version: `${version.shape}.${version.logic}`, digest };
  }
  const golden = readGolden();
  const changed = Object.entries(made).filter(
    ([name, { version, digest }]) => golden[name]?.version === version && golden[name]?.digest !== digest,
  );
  expect(
    changed.map(([name]) => name),
    'these folds changed: raise their version, logic or shape',
  ).toEqual([]);
  if (process.env.HUB_TEST_RECORD !== undefined) writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`);
  else expect(made, 'new versions are recorded by HUB_TEST_RECORD=1').toEqual(golden);
});

function readGolden(): Golden {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Golden) : {};
}
