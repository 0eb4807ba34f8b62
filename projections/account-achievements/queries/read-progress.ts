import { sql } from 'slonik';
import type { z } from 'zod';
import { byNameAndId } from '../../../shared/domain/by-name-and-id.ts';
import { searchedName } from '../../../shared/domain/searched-name.ts';
import { type HoldingData, type HoldingName, holdings } from '../../../shared/events/holdings.ts';
import type { AccountInTables } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { rowSchema } from '../../../shared/projection/tables/row-schema.ts';
import { obtainedItem } from '../projection.ts';
import { type DiaryArea, diaryAreasOf } from './diary-areas.ts';
import { questStatesOf } from './quest-states.ts';
import { countOf, type Held, type ReportedCount, readHeld } from './read-counts.ts';

const Obtained = rowSchema(obtainedItem).omit({ source: true, kill_count: true });
type Obtained = z.infer<typeof Obtained>;

type Pet = Omit<Obtained, 'kind' | 'compared_name' | 'item_id'> & { readonly id: number | null };

const countNames = [
  'quest-count',
  'quest-points',
  'diary-count',
  'diary-tasks',
  'combat-achievements',
] as const;
const petsMax = 200;

/** Each count is null when never sent. Without `withEvents`, only holdings count. */
export async function readProgress(database: Sql, account: AccountInTables, withEvents: boolean) {
  const of: HoldingName[] = [...countNames, 'quests', 'diaries', 'slayer', 'pets'];
  const held = await readHeld(database, account, { of, withEvents });
  const pets = heldAs(held, 'pets')?.pets ?? null;
  const events = withEvents ? await readObtained(database, account, pets ?? []) : [];
  const quests = heldAs(held, 'quests');
  const diaries = heldAs(held, 'diaries');
  const areas = diaries === null ? null : diaryAreasOf(diaries.variables);
  const listed: Partial<Record<HoldingName, ReportedCount | null>> = {
    'quest-count': finishedQuests(quests),
    ...(diaries !== null && areas !== null && finishedDiaries(areas, diaries.at)),
  };
  const counts = countNames.map((name) => [name, countOf(held, name) ?? listed[name] ?? null]);
  return {
    counts: Object.fromEntries(counts) as Record<(typeof countNames)[number], ReportedCount | null>,
    quests: quests && { states: questStatesOf(quests.states), at: quests.at },
    diaries: diaries && { areas, at: diaries.at },
    slayer: heldAs(held, 'slayer'),
    pets: petsOf(pets, events),
  };
}

function heldAs<Name extends HoldingName>(held: readonly Held[], name: Name) {
  const found = held.find(({ type }) => type === holdings[name].type);
  if (found === undefined) return null;
  return { ...(found.content as object), at: found.updated_at } as HoldingData<Name>;
}

/** The list of all quests has miniquests too, so it counts only without a counter of the game. */
function finishedQuests(quests: HoldingData<'quests'> | null): ReportedCount | null {
  if (quests === null) return null;
  const value = quests.states.filter((state) => state === questFinished).length;
  return { value, total: quests.states.length, at: quests.at };
}

const questFinished = 2;

function finishedDiaries(areas: readonly DiaryArea[], at: number) {
  const tiers = areas.flatMap((area) => area.tiers);
  const sumOf = (part: 'completed' | 'total') => tiers.reduce((sum, tier) => sum + tier[part], 0);
  return {
    'diary-count': {
      value: tiers.filter(({ completed, total }) => completed === total).length,
      total: tiers.length,
      at,
    },
    'diary-tasks': { value: sumOf('completed'), total: sumOf('total'), at },
  };
}

/** Events of pets, and entries of the collection log for these pets. */
async function readObtained(
  database: Sql,
  { schema, accountId }: AccountInTables,
  pets: HoldingData<'pets'>['pets'],
): Promise<readonly Obtained[]> {
  const ids = sql.array(
    pets.map(({ id }) => id),
    'int4',
  );
  const names = sql.array(
    pets.flatMap(({ name }) => (name === null ? [] : searchedName(name))),
    'text',
  );
  const query = sql.type(Obtained)`
    select kind, compared_name, item_id, name, obtained_at
    from ${generationTable(schema, 'obtained')}
    where account_id = ${accountId}
      and (kind = 'pet' or item_id = any(${ids}) or compared_name = any(${names}))
    order by kind, compared_name, item_id`;
  return database.many(statementOf(query, `pets ${schema}`));
}

/** Pets of a login and of events, each once, by name and then by id. */
function petsOf(held: HoldingData<'pets'>['pets'] | null, obtained: readonly Obtained[]): Pet[] | null {
  const isSame = (pet: Omit<Pet, 'obtained_at'>, { compared_name, item_id }: Obtained) =>
    item_id !== 0 && pet.id !== null
      ? item_id === pet.id
      : pet.name !== null && searchedName(pet.name) === compared_name;
  const known: Omit<Pet, 'obtained_at'>[] = [...(held ?? [])];
  const events = obtained.filter(({ kind }) => kind === 'pet');
  for (const event of events) {
    if (!known.some((pet) => isSame(pet, event))) known.push({ id: null, name: event.name });
  }
  if (held === null && events.length === 0) return null;
  return known
    .map(({ id, name }) => {
      const times = obtained.flatMap((each) => (isSame({ id, name }, each) ? (each.obtained_at ?? []) : []));
      return { id, name, obtained_at: times.length === 0 ? null : Math.min(...times) };
    })
    .sort(byNameAndId)
    .slice(0, petsMax);
}
