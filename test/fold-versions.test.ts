import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parkedDecisions } from '../projections/access/queries/parked-decisions.ts';
import { given, id } from '../projections/access/testing/membership.ts';
import { gameEvent } from '../projections/event-feed/testing/game-events.ts';
import { projections } from '../projections/registry.ts';
import { newEvent } from '../shared/events/event.ts';
import { holdings } from '../shared/events/holdings.ts';
import { feedEpochOpened } from '../shared/events/types/feed-epoch-opened.ts';
import { operatorNamed } from '../shared/events/types/operator-named.ts';
import { tilesWalked } from '../shared/events/types/tiles-walked.ts';
import { xpCorrected } from '../shared/events/types/xp-corrected.ts';
import type { TimedEvent } from '../shared/log/journal.ts';
import { auditEvent } from '../shared/log/record-in-audit.ts';
import { rebuildGenerations } from '../shared/projection/replay/rebuild/rebuild.ts';
import { digestGeneration } from '../shared/projection/testing/digest-generation.ts';
import { openTestLog } from '../shared/projection/testing/open-test-log.ts';
import { mixedLog } from './support/log/mixed-log.ts';

/** Recorded for one log. `HUB_TEST_RECORD=1` writes the record. */
interface Golden {
  /** Digest of the events: other events make other tables, also with an unchanged fold. */
  readonly log: string;
  /** By projection. */
  readonly projections: Readonly<Record<string, { readonly version: string; readonly digest: string }>>;
}

const file = new URL('./golden/projections.json', import.meta.url);
const events = 4_000;

test('a projection that creates different tables from the same log has a new version', async () => {
  const { database, journal } = await openTestLog();
  const log = [...mixedLog(events), ...eventsAfter()];
  const types = new Set(log.map(({ type }) => type));
  const missing = projections.flatMap(({ handles }) => handles.filter((type) => !types.has(type)));
  expect(missing, 'this log has no event of these types: add an event of each type to eventsAfter()').toEqual(
    [],
  );
  await journal.import(log);
  const rebuilt = await rebuildGenerations({ database, journal, decisions: parkedDecisions, projections });
  const made: Record<string, Golden['projections'][string]> = {};
  for (const { generation } of rebuilt) {
    const { name, version } = generation.projection;
    const { digest, rows } = await digestGeneration(database, generation);
    expect(rows, `no event of this log makes a row of ${name}: add one to eventsAfter()`).toBeGreaterThan(0);
    made[name] = { version: `${version.shape}.${version.logic}`, digest };
  }
  const golden = readGolden();
  const byName = Object.entries(made).sort(([a], [b]) => a.localeCompare(b));
  const recorded: Golden = { log: digestOf(log), projections: Object.fromEntries(byName) };
  const changed = Object.entries(made).filter(([name, { version, digest }]) => {
    const known = golden.projections[name];
    return golden.log === recorded.log && known?.version === version && known.digest !== digest;
  });
  expect(
    changed.map(([name]) => name),
    'these folds changed: raise their version, logic or shape',
  ).toEqual([]);
  if (process.env.HUB_TEST_RECORD !== undefined)
    writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
  else expect(recorded, 'new versions are recorded by HUB_TEST_RECORD=1').toEqual(golden);
});

/**
 * Event types that the mixed log lacks, and events without which a projection would have no row.
 */
function eventsAfter(): TimedEvent[] {
  const opened = newEvent(feedEpochOpened, { subject: 'hub', source: 'hub' }, { base: 1_000_000 });
  const about = { event_id: '0b5f9a5e-2d1c-4c4e-9a57-000000000001' };
  const audited = auditEvent({
    by: 'cli:root',
    action: 'backup-made',
    about: ['a.json'],
    details: { records: 3 },
  });
  // Names the first member of the mixed log, and a change that does not exist.
  const named = [id(0), id(990_001)].map((record_id) =>
    newEvent(operatorNamed, { subject: id(1), source: 'cli' }, { record_id, operator: 'root' }),
  );
  const audit = [{ ...audited, recordId: id(990_002) }, ...named];
  // Cooking was never reported; the other skills have lower values that wait.
  const lower = { skills: { Attack: 5, Magic: 5, Cooking: 5 } };
  const corrected = newEvent(xpCorrected, { subject: 'aB3xYz91kQw1', source: 'cli' }, lower);
  const first = { ...given.admin(id(1)), recordId: id(990_003) };
  const renamed = { ...given.deviceName(id(11), 'attic'), recordId: id(990_004) };
  const pasted = { ...given.deviceToken(id(12), id(1)), recordId: id(990_007) };
  const refused = given.refusedMemberChange(id(1), {
    record_id: id(990_005),
    refusal: 'name_taken',
    asked: { name: 'Bram' },
    kept: { name: 'Quill', chat_id: null, time_zone: 'UTC', changed_at: 2e12 },
  });
  const week = {
    competition: given.competition(13, {
      from: 2e12,
      to: 2e12 + 6e5,
      teams: [{ name: 'East', accounts: ['aB3xYz91kQw1'] }],
    }),
    change: given.changeCompetition(13, { title: 'Loot week', metric: { kind: 'drops', name: null } }),
    end: given.endCompetition(13),
  };
  const competitions = Object.values(week).map((event, index) => ({
    ...event,
    recordId: id(990_010 + index),
  }));
  const once = [
    ...competitions,
    opened,
    gameEvent('aB3xYz91kQw1', about),
    corrected,
    ...audit,
    first,
    renamed,
    refused,
    pasted,
  ];
  const again = gameEvent('aB3xYz91kQw1', { event_id: id(990_006), undated: true });
  const drop = { item_id: 4_151, value_gp: 1_502_233 };
  const reported = ['ha', 'other'].map((source, index) => ({
    ...gameEvent('aB3xYz91kQw2', { ...drop, event_id: id(990_007 + index) }),
    source,
  }));
  const walked = [
    { minute: 29_823_502, tiles: '57gj+C8AAeYDcuICAgYB4wIABwLo/AyAZEcAAAA=' },
    { minute: 29_823_502, tiles: '57gj+C8AAeYDcuICAgYB4wIABwLo/AyAZEcAAAA=' },
  ].map((data) => newEvent(tilesWalked, { subject: 'aB3xYz91kQw2', source: 'ha' }, data));
  const held = (
    ['collection-log-count', 'combat-achievements', 'quest-count', 'diary-count', 'diary-tasks'] as const
  ).map((part) => {
    const about = { subject: 'aB3xYz91kQw2', source: 'dink', part } as const;
    return newEvent(holdings[part], about, { at: 2e12, completed: 3, total: 9 } as never);
  });
  const states = newEvent(
    holdings.quests,
    { subject: 'aB3xYz91kQw2', source: 'gim', part: 'quests' },
    { at: 2e12, states: [2, 1, 0] },
  );
  const diaries = newEvent(
    holdings.diaries,
    { subject: 'aB3xYz91kQw2', source: 'gim', part: 'diaries' },
    { at: 2e12, variables: [-1, 0, 7] },
  );
  const slayer = newEvent(
    holdings.slayer,
    { subject: 'aB3xYz91kQw2', source: 'dink', part: 'slayer' },
    { at: 2e12, points: 842, streak: 204 },
  );
  return [
    ...[...once, ...reported, ...walked, ...held, states, diaries, slayer].map((event) => ({
      ...event,
      appendTime: 2e12,
    })),
    ...[0, 1, 120_001].map((after) => ({ ...again, appendTime: 2e12 + after })),
  ];
}

/** Without the ids of records, which differ in each run. */
function digestOf(log: readonly TimedEvent[]): string {
  const read = log.map((event) => [event.type, event.subject, event.source, event.data, event.appendTime]);
  return createHash('sha256').update(JSON.stringify(read)).digest('hex');
}

function readGolden(): Golden {
  if (!existsSync(file)) return { log: '', projections: {} };
  return JSON.parse(readFileSync(file, 'utf8')) as Golden;
}
