import {
  type GainsWithinRequest,
  readGains,
  readGainsWithin,
  readOverallGains,
  type SkillGain,
} from '../../../projections/xp-history/queries/read-gains.ts';
import {
  type GainedDays,
  gainOfDays,
  hasGainOn,
  readGainedDays,
} from '../../../projections/xp-records/queries/read-gained-days.ts';
import { dayMs } from '../../../shared/domain/durations.ts';
import { recordPeriods } from '../../../shared/domain/record-periods.ts';
import { overall } from '../../../shared/domain/skill.ts';
import { listedIds } from '../../../shared/postgres/rows-of-accounts.ts';
import type { TimeRange } from '../schemas/time-range.ts';
import { type HistorySources, liveSchema } from './history-sources.ts';

interface Asked {
  readonly accountIds: readonly string[];
  /** With Overall, each account has the sum of its skills. Not given: every skill but Overall. */
  readonly skill: string | undefined;
  /** Epoch ms. */
  readonly now: number;
}

export type GainsOfAccounts = Asked & TimeRange;

/** The gains above 0 in (from, to], as `readGains` says them, in the order of the accounts. */
export async function readGainsOfAccounts(
  history: HistorySources,
  { from, to, ...asked }: GainsOfAccounts,
): Promise<readonly SkillGain[]> {
  const [gains = []] = await readGainsOfRanges(history, asked, [{ from, to }]);
  return gains;
}

/**
 * The same of several ranges. In the last 30 days, whole UTC days come from the records, and only
 * the first and the last day from samples.
 */
export async function readGainsOfRanges(
  history: HistorySources,
  asked: Asked,
  ranges: readonly TimeRange[],
): Promise<(readonly SkillGain[])[]> {
  const { skill, now, accountIds } = asked;
  if (accountIds.length === 0) return ranges.map(() => []);
  const rawKeptFrom = now - history.xpRawRetentionMs;
  const series = { schema: liveSchema(history, 'xp-history'), now, rawKeptFrom };
  const records = history.generations.schemaOf('xp-records');
  const first = Math.min(...ranges.map(({ from }) => from));
  const isOld = first < rawKeptFrom || dayOf(first) < dayOf(now) - recordPeriods.month;
  const gains: (readonly SkillGain[])[] = [];
  if (records === null || isOld) {
    for (const range of ranges) {
      const whole = await readWholeRange(history, { ...asked, ...series, ...range });
      gains.push(inOrder(whole, accountIds));
    }
    return gains;
  }
  const days = ranges.map((range) => ({ range, ...partsOf({ ...range, now }) }));
  const known = await readGainedDays(history.sql, {
    ...{ schema: records, accountIds: listedIds(accountIds), skill, since: dayOf(first) * dayMs },
    partDays: days.flatMap(({ parts }) => parts.map(({ from }) => dayOf(from))),
  });
  for (const { range, ...of } of days) {
    const found = await gainsWithin(
      history,
      { known, isSum: skill === overall, ...of },
      { ...series, ...range },
    );
    gains.push(inOrder(found, accountIds));
  }
  return gains;
}

interface KnownDays extends ReturnType<typeof partsOf> {
  readonly known: readonly GainedDays[];
  /** Whether the series of parts belong to the sum of their account. */
  readonly isSum: boolean;
}

async function gainsWithin(
  { sql }: HistorySources,
  { known, isSum, parts, wholeDays }: KnownDays,
  request: Omit<GainsWithinRequest, 'series'>,
): Promise<SkillGain[]> {
  const gains: { account_id: string; skill: string; gain: number }[] = [];
  const ofParts = new Map<unknown, { gain: number }>();
  const keyOf = (row: GainedDays) => (isSum ? row.account_id : row);
  for (const row of known) {
    if (isSum && row.skill !== overall) continue;
    const { account_id, skill, days } = row;
    const entry = { account_id, skill, gain: gainOfDays(days, wholeDays) };
    const isOfPart = parts.some(({ from }) => hasGainOn(days, dayOf(from)));
    if (isOfPart) ofParts.set(keyOf(row), entry);
    if (isOfPart || entry.gain > 0) gains.push(entry);
  }
  for (const part of parts) {
    const series = known.filter(({ skill, days }) => skill !== overall && hasGainOn(days, dayOf(part.from)));
    const gained = await readGainsWithin(sql, { ...request, ...part, series });
    for (const [place, row] of series.entries()) {
      const entry = ofParts.get(keyOf(row));
      if (entry !== undefined) entry.gain += gained[place] ?? 0;
    }
  }
  return gains.filter(({ gain }) => gain > 0);
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

function inOrder<Row extends { readonly account_id: string }>(
  rows: readonly Row[],
  accountIds: readonly string[],
) {
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  return accountIds.flatMap((id) => byAccount.get(id) ?? []);
}
