import type { Reader } from '../../../projections/access/visibility/reader.ts';
import type { HeldStates } from '../../../projections/account-state/queries/held-states.ts';
import { skillsSection } from '../../../projections/account-state/queries/sections.ts';
import type { EventFeedQueries } from '../../../projections/event-feed/queries/event-feed-queries.ts';
import { readOnlineHours } from '../../../projections/play-sessions/queries/read-online-hours.ts';
import { readNewestMilestones } from '../../../projections/xp-records/queries/read-newest-milestones.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Category } from '../../../shared/domain/category.ts';
import { dayMs, hourMs } from '../../../shared/domain/durations.ts';
import { overall } from '../../../shared/domain/skill.ts';
import { listReadableAccounts, orderOfAccounts, readableAccountIds } from '../accounts/find-account.ts';
import type { EventTexts } from '../events/event-json-cache.ts';
import { readGainsOfRanges } from '../history/gains-of-accounts.ts';
import { type HistorySources, liveSchema } from '../history/history-sources.ts';
import { type AccountRef, accountRef } from '../schemas/account-ref.ts';
import { timestamp } from '../schemas/envelope.ts';
import { rangeOfPeriod } from '../schemas/period.ts';
import type { TimeRange } from '../schemas/time-range.ts';

export const guildPeriods = ['day', 'week', 'month'] as const;

export interface PeriodSummary {
  readonly period: (typeof guildPeriods)[number];
  readonly gain: number | null;
  readonly loot_gp: number | null;
  readonly topGainers: readonly { readonly account: AccountRef; readonly gain: number }[] | null;
  /** JSON. */
  readonly bestDrops: readonly Buffer[] | null;
}

interface Sources {
  readonly clock: Clock;
  readonly state: Pick<HeldStates, 'stateOf'>;
  readonly feed: Pick<EventFeedQueries, 'topLoot' | 'lootValues'>;
  readonly eventTexts: EventTexts;
  readonly history: HistorySources;
}

const topMax = 5;
const milestonesMax = 20;
const activityHours = (7 * dayMs) / hourMs;

/** A field is null when the reader reads its category of nobody. */
export async function readGuildSummary(sources: Sources, reader: Reader, timeZone: string) {
  const now = sources.clock();
  const ranges = guildPeriods.map((period) => rangeOfPeriod(period, now, timeZone));
  const gains = await readGainSummaries(sources, reader, ranges, now);
  const loot = await readLootSummaries(sources, reader, ranges, now);
  const nothing = { gain: null, loot_gp: null, topGainers: null, bestDrops: null };
  const periods = guildPeriods.map((period, index): PeriodSummary => {
    return { period, ...nothing, ...gains[index], ...loot[index] };
  });
  return {
    ...totals(sources, reader),
    periods,
    milestones: await newestMilestones(sources, reader),
    activity: await activity(sources, reader, now),
  };
}

function totals({ state }: Sources, reader: Reader) {
  const sections = listReadableAccounts(reader, 'stats').flatMap(
    ({ account }) => skillsSection(state.stateOf(account.id), 'day') ?? [],
  );
  if (sections.length === 0) return { total_level: null, total_xp: null };
  return {
    total_level: sections.reduce((sum, { total_level }) => sum + total_level, 0),
    total_xp: sections.reduce((sum, { overall_xp }) => sum + overall_xp, 0),
  };
}

/** Nothing when the reader reads the category of nobody. @param ranges end now */
async function readGainSummaries(
  { history }: Sources,
  reader: Reader,
  ranges: readonly TimeRange[],
  now: number,
): Promise<Pick<PeriodSummary, 'gain' | 'topGainers'>[]> {
  const accountIds = idsOf(reader, 'stats');
  if (accountIds.length === 0) return [];
  const found = await history.streamLimit.work(() =>
    readGainsOfRanges(history, { accountIds, skill: overall, now }, ranges),
  );
  return found.map((gains) => ({
    gain: gains.reduce((sum, { gain }) => sum + gain, 0),
    topGainers: gains
      .toSorted((one, other) => other.gain - one.gain)
      .slice(0, topMax)
      .flatMap(({ account_id, gain }) => {
        const account = reader.visible.get(account_id);
        return account === undefined ? [] : { account: accountRef(account), gain };
      }),
  }));
}

/** As `readGainSummaries`. */
async function readLootSummaries(
  { feed, eventTexts }: Sources,
  reader: Reader,
  ranges: readonly TimeRange[],
  now: number,
): Promise<Pick<PeriodSummary, 'loot_gp' | 'bestDrops'>[]> {
  const accountIds = idsOf(reader, 'events');
  if (accountIds.length === 0) return [];
  const starts = ranges.map(({ from }) => from);
  const values = await feed.lootValues({ accountIds, to: now }, starts);
  const best = await Promise.all(starts.map((from) => feed.topLoot({ accountIds, from, to: now }, topMax)));
  return best.map((drops, index) => {
    return { loot_gp: values[index] ?? 0, bestDrops: eventTexts.of(reader, drops) };
  });
}

/** Milestones of the same time come by the name of the account. */
async function newestMilestones({ history }: Sources, reader: Reader) {
  if (idsOf(reader, 'stats').length === 0) return null;
  const compareIds = orderOfAccounts(reader);
  const found = await readNewestMilestones(history.sql, {
    schema: liveSchema(history, 'xp-records'),
    accountIds: readableAccountIds(reader, 'stats'),
    limit: milestonesMax,
  });
  return found
    .toSorted((one, other) => other.at - one.at || compareIds(one.account_id, other.account_id))
    .flatMap(({ account_id, kind, skill, value, at }) => {
      const account = reader.visible.get(account_id);
      return account === undefined
        ? []
        : { account: accountRef(account), kind, skill, value, at: timestamp(at) };
    });
}

async function activity({ history }: Sources, reader: Reader, now: number) {
  const accountIds = idsOf(reader, 'activity');
  if (accountIds.length === 0) return null;
  const from = now - (now % hourMs) - (activityHours - 1) * hourMs;
  const schema = liveSchema(history, 'play-sessions');
  const found = await readOnlineHours(history.sql, { schema, accountIds, from, hours: activityHours });
  const online = new Map(found.map((each) => [Number(each.hour), each.online]));
  return Array.from({ length: activityHours }, (_, hour) => ({
    hour: timestamp(from + hour * hourMs),
    online: online.get(hour) ?? 0,
  }));
}

function idsOf(reader: Reader, category: Category): string[] {
  return listReadableAccounts(reader, category).map(({ account }) => account.id);
}
