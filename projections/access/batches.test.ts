import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairingCodeLifeMs } from '../../shared/domain/member.ts';
import { findLive } from '../../shared/projection/generations/generations.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import { campaign } from '../../test/support/campaign.ts';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { patient } from '../../test/support/runner/patience.ts';
import { type AccessEvent, accessEventTypes, evolve } from './fold/evolve.ts';
import { refusalMessages } from './model/refusal.ts';
import { accessProjection } from './projection.ts';
import { loadTables } from './store/load.ts';
import { selectRows } from './store/row-statements.ts';
import { saveTables } from './store/save.ts';
import {
  type AccessTables,
  emptyTables,
  type TableName,
  tableDeclarations,
  tableKind,
  tableNames,
} from './tables/access-tables.ts';
import { bram, given, id, quill, recorded, recordedAt, start } from './testing/membership.ts';
import { randomHistory } from './testing/random-history.ts';

const { runs, seed, label } = campaign(2_000);

test(`a history gives the same rows in batches of any size as in one batch (${label})`, {
  timeout: patient(180_000 + runs * 2_000),
}, async () => {
  const stored = await openStored();
  const types = new Set<string>();
  const refusals = new Set<string | null>();
  const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 });
  const property = fc.asyncProperty(randomHistory, sizes, async (history, batchSizes) => {
    await stored.empty();
    const whole = foldAll(emptyTables, history);
    const reasons: string[] = [];
    for (const batch of cut(history, batchSizes)) {
      const before = await stored.load(batch);
      const after = foldAll(before, batch);
      await stored.save(before, after.tables);
      reasons.push(...after.parked);
    }
    expect(await stored.rows()).toEqual(rowsOf(whole.tables));
    expect(reasons).toEqual(whole.parked);
    // No rule read rows that were undeclared or not loaded.
    expect(reasons.filter((reason) => reason.includes('the rule of'))).toEqual([]);
    for (const { type } of history) types.add(type);
    for (const { refusal } of whole.tables.verdicts.values()) refusals.add(refusal);
  });
  await fc.assert(property, { numRuns: runs, seed });
  expect([...types].sort()).toEqual([...accessEventTypes].sort());
  expect([...refusals].sort()).toEqual([null, ...Object.keys(refusalMessages)].sort());
});

test('a stored row that a batch overwrites without reading it, and then deletes, is gone', async () => {
  const stored = await openStored();
  const device = id(12);
  const history = recorded([
    given.member(quill, 'Quill'),
    given.member(bram, 'Bram'),
    given.deviceToken(device, bram),
    given.deviceToken(device, quill),
    given.eraseMember(quill),
  ]);
  for (const batch of [history.slice(0, 3), history.slice(3)]) {
    const before = await stored.load(batch);
    await stored.save(before, foldAll(before, batch).tables);
  }
  expect(await stored.rows()).toEqual(rowsOf(foldAll(emptyTables, history).tables));
  expect((await stored.rows()).devices).toEqual([]);
});

test('a batch reads each table once, and only the tables that its events need', async () => {
  const stored = await openStored();
  const contacts = Array.from({ length: 500 }, (_, number) => [
    given.identity(`a${number}`, id(number % 50), { name: `Quill ${number}` }),
    given.description(`a${number}`, `Quill ${number}`),
  ]);
  const before = await stored.load(recorded(contacts.flat()));
  expect(stored.asked()).toEqual(['account', 'erased', 'identity', 'member']);
  await stored.save(before, foldAll(before, recorded(contacts.flat())).tables);
  await stored.load(recorded([given.changeApiKey(21, { name: 'map' }), given.pairing(id(11), 'code')]));
  expect(stored.asked()).toEqual(['api_key', 'erased', 'member', 'pairing_code', 'verdict']);
  await stored.load(recorded([given.eraseMember(quill)]));
  const all = [
    'account',
    'admin',
    'api_key',
    'device',
    'erased',
    'identity',
    'member',
    'pairing_code',
    'verdict',
  ];
  expect(stored.asked()).toEqual(all);
});

test.each([
  [pairingCodeLifeMs - 1, 'too_many_codes'],
  [pairingCodeLifeMs, null],
])(
  'stored codes are counted while they are open: after %i ms, the refusal of another code is %s',
  async (afterMs, refusal) => {
    const stored = await openStored();
    const made = [given.member(quill, 'Quill'), ...['a', 'b', 'c'].map((code) => given.code(quill, code))];
    const records = made.map((event, offset) => recordedAt(event, offset, start));
    const before = await stored.load(records);
    await stored.save(before, foldAll(before, records).tables);
    const next = recordedAt(given.code(quill, 'd'), made.length, start + afterMs);
    const { tables } = foldAll(await stored.load([next]), [next]);
    expect(tables.verdicts.get(next.recordId)?.refusal).toBe(refusal);
  },
);

/** Tables in a database without a projector. */
async function openStored() {
  const { database } = await freshDatabase('projections');
  const live = await findLive(database, accessProjection.name);
  if (live === null) throw new Error('no live generation');
  const { schema } = live;
  const deleted = tableNames.map(
    (name) => `${name} as (delete from ${schema}.${tableDeclarations[name].name})`,
  );
  let asked: string[] = [];
  const counting: GenerationTx = {
    ...database,
    schema,
    many: (statement) => {
      asked.push(/from \S+\.(\w+)/.exec(statement.text.split('where')[0] ?? '')?.[1] ?? '');
      return database.many(statement);
    },
  };
  return {
    load: (batch: readonly AccessEvent[]) => {
      asked = [];
      return loadTables(counting, batch);
    },
    /** The tables that the last load asked, once for each statement. */
    asked: () => asked.toSorted(),
    save: (before: AccessTables, after: AccessTables) => saveTables(counting, before, after),
    // Deletes use less CPU than a truncation, which creates all files again.
    empty: () => database.run({ text: `with ${deleted.join(', ')} select` }),
    rows: async () => {
      const rows = tableNames.map(async (name) => {
        return [name, sorted(name, await selectRows(counting, name, 'true', []))] as const;
      });
      return Object.fromEntries(await Promise.all(rows));
    },
  };
}

/** Leaves out a record that no rule takes, like the engine. */
function foldAll(before: AccessTables, records: readonly AccessEvent[]) {
  const parked: string[] = [];
  let tables = before;
  for (const record of records) {
    try {
      tables = evolve(tables, record);
    } catch (error) {
      parked.push(`${record.offset}: ${(error as Error).message}`);
    }
  }
  return { tables, parked };
}

function cut(history: readonly AccessEvent[], sizes: readonly number[]): AccessEvent[][] {
  const batches: AccessEvent[][] = [];
  for (let from = 0; from < history.length; ) {
    const size = sizes[batches.length % sizes.length] ?? 1;
    batches.push(history.slice(from, from + size));
    from += size;
  }
  return batches;
}

function rowsOf(tables: AccessTables) {
  return Object.fromEntries(tableNames.map((name) => [name, sorted(name, [...tables[name].values()])]));
}

function sorted(name: TableName, rows: readonly object[]): readonly object[] {
  const keyOf = tableKind(name).keyOf;
  return rows.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}
