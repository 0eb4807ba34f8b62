import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parkedDecisions } from '../projections/access/queries/parked-decisions.ts';
import { gameEvent } from '../projections/event-feed/testing/game-events.ts';
import { projections } from '../projections/registry.ts';
import { newEvent } from '../shared/events/event.ts';
import { feedEpochOpened } from '../shared/events/feed-epoch-opened.ts';
import type { TimedEvent } from '../shared/log/journal.ts';
import { digestGeneration } from '../shared/projection/generations/generation-digest.ts';
import { prepareGenerations } from '../shared/projection/generations/generations.ts';
import { rebuildGenerations } from '../shared/projection/replay/rebuild/rebuild.ts';
import { openTestLog } from '../shared/projection/testing/open-test-log.ts';
import { mixedLog } from './support/log/mixed-log.ts';

/** By projection: its version, and the digest of what it makes of the mixed log. Written by `HUB_TEST_RECORD=1`. */
type Golden = Readonly<Record<string, { readonly version: string; readonly digest: string }>>;

const file = new URL('./golden/projections.json', import.meta.url);
const events = 4_000;

test('a room that makes other tables of the same log has another version', async () => {
  const { database, journal } = await openTestLog();
  const log = [...mixedLog(events), ...eventsAfter()];
  const types = new Set(log.map(({ type }) => type));
  expect(projections.flatMap(({ handles }) => handles.filter((type) => !types.has(type)))).toEqual([]);
  await journal.import(log);
  await prepareGenerations(database, []);
  const rebuilt = await rebuildGenerations({ database, journal, decisions: parkedDecisions, projections });
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

/**
 * Types of events that the mixed log lacks. They come after it, so that projections which do not read them make of the
 * whole what they made before.
 */
function eventsAfter(): TimedEvent[] {
  const opened = newEvent(feedEpochOpened, { subject: 'hub', source: 'hub' }, { base: 1_000_000 });
  const about = { event_id: '0b5f9a5e-2d1c-4c4e-9a57-000000000001' };
  return [opened, gameEvent('aB3xYz91kQw1', about)].map((event) => ({ ...event, appendTime: 2e12 }));
}

function readGolden(): Golden {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Golden) : {};
}
