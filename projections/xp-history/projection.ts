import { chainItems } from '../../shared/collections/chain.ts';
import { overall } from '../../shared/domain/skill.ts';
import { inKeyOrder } from '../../shared/projection/copy-newer-rows.ts';
import type { GenerationTx, Projection } from '../../shared/projection/projection.ts';
import { writeRows } from '../../shared/projection/tables/write-rows.ts';
import {
  evolveXp,
  initialXp,
  type SkillXp,
  samplesOf,
  type TakenXp,
  type XpHistoryEvent,
  type XpState,
} from './fold.ts';
import { type StoredTier, samplesNeededFrom, tiers } from './tier.ts';

export const xpHistoryProjection: Projection<XpState, XpHistoryEvent> = {
  name: 'xp-history',
  version: { shape: 4, logic: 2 },
  readsShapes: [2],
  streams: ['hub.xp'],
  migrations: new URL('./migrations/', import.meta.url),
  special: { ingestReads: [{ table: 'skill' }] },
  handles: ['xp-reported', 'xp-corrected'],
  retention: {
    setting: 'XP_RAW_RETENTION_DAYS',
    table: 'sample_5m',
    column: 'bucket',
    neededFrom: samplesNeededFrom,
  },
  parks: 'subject',
  keyOf: (event) => event.subject,
  load: loadXp,
  initial: () => initialXp,
  evolve: evolveXp,
  save: saveXp,
};

/** Loads only the reported skills and Overall. */
async function loadXp(
  tx: GenerationTx,
  events: readonly XpHistoryEvent[],
  known: ReadonlyMap<string, XpState>,
): Promise<ReadonlyMap<string, XpState>> {
  const pairs = unknownSkills(events, known);
  if (pairs.length === 0) return new Map();
  const rows = await tx.many<SkillXp & { account_id: string }>({
    text: `select account_id, skill, xp, at, first_xp, lower_since, lower_xp, lower_at
           from unnest($1::text[], $2::text[]) as wanted(account_id, skill)
           join ${tx.schema}.skill using (account_id, skill)`,
    values: [pairs.map(([account]) => account), pairs.map(([, skill]) => skill)],
  });
  return new Map(
    [...Map.groupBy(rows, (row) => row.account_id)].map(([account, found]) => {
      const state = known.get(account) ?? initialXp;
      const skills = found.map(({ account_id: _, ...skill }) => [skill.skill, skill] as const);
      return [account, { ...state, skills: new Map([...state.skills, ...skills]) }];
    }),
  );
}

function unknownSkills(
  events: readonly XpHistoryEvent[],
  known: ReadonlyMap<string, XpState>,
): (readonly [string, string])[] {
  const wanted = new Map<string, Set<string>>();
  for (const { subject, data } of events) {
    const had = known.get(subject)?.skills;
    for (const skill in data.skills) {
      if (had?.has(skill) === true) continue;
      const skills = wanted.get(subject) ?? new Set(had?.has(overall) === true ? [] : [overall]);
      wanted.set(subject, skills.add(skill));
    }
  }
  return [...wanted].flatMap(([account, skills]) => Array.from(skills, (skill) => [account, skill] as const));
}

async function saveXp(tx: GenerationTx, states: ReadonlyMap<string, XpState>): Promise<void> {
  await saveSkills(tx, states);
  const taken = new Map(inKeyOrder(states).map(([account, state]) => [account, chainItems(state.taken)]));
  await saveSamples(tx, fine, taken);
  await saveSamples(tx, hourly, taken);
  await saveCorrections(tx, states);
}

async function saveSkills(tx: GenerationTx, states: ReadonlyMap<string, XpState>): Promise<void> {
  const rows = [...states].flatMap(([account_id, state]) =>
    [...state.skills.values()].map((skill) => ({ account_id, ...skill })),
  );
  await writeRows(tx, skillTable, rows, { onConflict: ifChanged });
}

const skillTable = {
  table: 'skill',
  columns: {
    account_id: 'text',
    skill: 'text',
    xp: 'int8',
    at: 'int8',
    first_xp: 'int8',
    lower_since: 'int8',
    lower_xp: 'int8',
    lower_at: 'int8',
  },
  key: ['account_id', 'skill'],
} as const;
const ifChanged = `set xp = excluded.xp, at = excluded.at, lower_since = excluded.lower_since,
    lower_xp = excluded.lower_xp, lower_at = excluded.lower_at
  where (stored.xp, stored.at, stored.lower_since, stored.lower_xp, stored.lower_at)
    is distinct from
      (excluded.xp, excluded.at, excluded.lower_since, excluded.lower_xp, excluded.lower_at)` as const;

const [fine, hourly] = tiers;

const bucketKey = ['account_id', 'skill', 'bucket'] as const;
const sampleColumns = {
  account_id: 'text',
  skill: 'text',
  bucket: 'int8',
  xp: 'int8',
  before: 'int8',
} as const;
const columnsOf = {
  sample_5m: sampleColumns,
  sample_1h: { ...sampleColumns, opens_day: 'bool' },
} as const;

async function saveSamples(
  tx: GenerationTx,
  tier: StoredTier,
  taken: ReadonlyMap<string, readonly TakenXp[]>,
): Promise<void> {
  const rows = Array.from(taken, ([account_id, values]) =>
    samplesOf(values, tier)
      .sort((left, right) => (left.skill === right.skill ? 0 : left.skill < right.skill ? -1 : 1))
      .map(({ opensDay, ...sample }) => ({ account_id, opens_day: opensDay, ...sample })),
  ).flat();
  const table = { table: tier.table, columns: columnsOf[tier.table], key: bucketKey };
  await writeRows(tx, table, rows, { onConflict: 'set xp = excluded.xp', isNew: ({ isNew }) => isNew });
}

async function saveCorrections(tx: GenerationTx, states: ReadonlyMap<string, XpState>): Promise<void> {
  const rows = [...states].flatMap(([account_id, state]) =>
    chainItems(state.corrections).map((correction) => ({ account_id, ...correction })),
  );
  const falls = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const place = `${row.account_id} ${row.skill} ${row.bucket}`;
    falls.set(place, { ...row, fall: row.fall + (falls.get(place)?.fall ?? 0) });
  }
  await writeRows(tx, correctionTable, [...falls.values()], {
    onConflict: 'set fall = stored.fall + excluded.fall',
  });
}

const correctionTable = {
  table: 'correction',
  columns: { account_id: 'text', skill: 'text', bucket: 'int8', fall: 'int8' },
  key: bucketKey,
} as const;
