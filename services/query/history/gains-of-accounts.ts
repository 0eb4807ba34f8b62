import {
  readGains,
  readOverallGains,
  type SkillGain,
} from '../../../projections/xp-history/queries/read-gains.ts';
import { readGainsWithin } from '../../../projections/xp-history/queries/read-gains-within.ts';
import { type GainedDays, readGainedDays } from '../../../projections/xp-records/queries/read-gained-days.ts';
import { dayMs } from '../../../shared/domain/durations.ts';
import { recordPeriods } from '../../../shared/domain/record-periods.ts';
import { overall } from '../../../shared/domain/skill.ts';
import type { TimeRange } from '../schemas/time-range.ts';
import { type HistorySources, liveSchema } from './history-sources.ts';

export interface GainsOfAccounts extends TimeRange {
  readonly accountIds: readonly string[];
  /** With Overall, each account has the sum of its skills. Not given: every skill but Overall. */
  readonly skill: string | undefined;
  /** Epoch ms. */
  readonly now: number;
}

/** In a shorter range few skills changed, so the series are read faster than the days. */
const wholeDaysMin = 3;

/**
 * The gains above 0 in (from, to], as `readGains` says them. In the last 30 days, whole UTC days
 * come from the records, and only the first and the last day from samples.
 */
export async function readGainsOfAccounts(
  history: HistorySources,
  { accountIds, skill, ...range }: GainsOfAccounts,
): Promise<SkillGain[]> {
  const { from, now } = range;
  if (accountIds.length === 0) return [];
  const rawKeptFrom = now - history.xpRawRetentionMs;
  const of = { schema: liveSchema(history, 'xp-history'), accountIds, skill, now, rawKeptFrom };
  const records = history.generations.schemaOf('xp-records');
  const { parts, wholeDays } = partsOf(range);
  const isShort = Math.min(wholeDays.to, dayOf(now)) - wholeDays.from < wholeDaysMin;
  const isOld = from < rawKeptFrom || dayOf(from) < dayOf(now) - recordPeriods.month;
  if (records === null || isShort || isOld) return readWholeRange(history, { ...of, ...range });
  const since = dayOf(from) * dayMs;
  const known = await readGainedDays(history.sql, { schema: records, accountIds, skill, since });
  const gains = known.map((each) => ({ ...each, gain: gainOf(each, wholeDays) }));
  const ofParts: SkillGain[][] = [];
  for (const part of parts) {
    const gained = known.filter(({ days }) => days.some(([day]) => day === dayOf(part.from)));
    const ids = [...new Set(gained.map(({ account_id }) => account_id))];
    if (ids.length > 0) ofParts.push(await readGainsWithin(history.sql, { ...of, ...part, accountIds: ids }));
  }
  return addUp([gains, ...ofParts]);
}

async function readWholeRange(
  { sql }: HistorySources,
  request: Parameters<typeof readOverallGains>[1] & { readonly skill: string | undefined },
): Promise<SkillGain[]> {
  if (request.skill !== overall) {
    const gains = await readGains(sql, { ...request, movedOnly: true });
    return gains.filter(({ gain }) => gain > 0);
  }
  const { skill: _, ...everySkill } = request;
  const gains = await readOverallGains(sql, everySkill);
  return gains.map((gain) => ({ ...gain, skill: overall }));
}

/** The whole UTC days [from, to) of a range, and the rest of its first and last day. */
export function partsOf({ from, to, now }: TimeRange & { readonly now: number }) {
  const first = dayOf(from);
  const last = to >= now ? Number.MAX_SAFE_INTEGER : dayOf(to);
  const nextDay = (first + 1) * dayMs;
  // The newest known xp is the end of a range that is not past.
  if (last === first || nextDay >= now)
    return { parts: [{ from, to }], wholeDays: { from: first, to: first } };
  const parts = [{ from, to: nextDay }, ...(to >= now ? [] : [{ from: last * dayMs, to }])];
  return { parts, wholeDays: { from: first + 1, to: last } };
}

const dayOf = (at: number): number => Math.floor(at / dayMs);

function gainOf({ days }: GainedDays, whole: TimeRange): number {
  return days.reduce((sum, [day, gain]) => (day >= whole.from && day < whole.to ? sum + gain : sum), 0);
}

function addUp(gains: readonly (readonly SkillGain[])[]): SkillGain[] {
  const sums = new Map<string, { -readonly [Field in keyof SkillGain]: SkillGain[Field] }>();
  for (const { account_id, skill, gain } of gains.flat()) {
    const key = `${account_id} ${skill}`;
    const known = sums.get(key);
    if (known === undefined) sums.set(key, { account_id, skill, gain });
    else known.gain += gain;
  }
  return [...sums.values()].filter(({ gain }) => gain > 0);
}
