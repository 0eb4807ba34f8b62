import type { Competition } from '../../../projections/access/model/entities.ts';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import { readGainedKills } from '../../../projections/boss-kills/queries/kills-of-accounts.ts';
import { type Category, hasCategory } from '../../../shared/domain/category.ts';
import { endOf } from '../../../shared/domain/competition.ts';
import { searchedName } from '../../../shared/domain/searched-name.ts';
import { overall } from '../../../shared/domain/skill.ts';
import { listReadableAccounts, orderOfAccounts } from '../accounts/find-account.ts';
import { readGainsOfAccounts } from '../history/gains-of-accounts.ts';
import { liveSchema } from '../history/history-sources.ts';
import type { QueryServices } from '../query-services.ts';

export interface Standing {
  readonly accountId: string;
  /** Above 0. */
  readonly value: number;
}

function categoryOf({ metric }: Competition): Category {
  return metric.kind === 'xp' ? 'stats' : 'events';
}

/** The teams with the accounts whose category of the metric the key reads, sorted by name. */
export function readableTeams(reader: Reader, competition: Competition) {
  const category = categoryOf(competition);
  const compareIds = orderOfAccounts(reader);
  return competition.teams.map(({ name, accounts }) => ({
    name,
    accounts: accounts
      .flatMap((id) => reader.visible.get(id) ?? [])
      .filter(({ readable }) => hasCategory(readable, category))
      .sort((one, other) => compareIds(one.account.id, other.account.id)),
  }));
}

/**
 * The values of the accounts that the key reads, highest first, then by name and id. With teams,
 * only of their accounts (rules/competitions.md#standings).
 */
export async function readStandings(
  reader: Reader,
  competition: Competition,
  services: Pick<QueryServices, 'history' | 'feed'>,
  now: number,
): Promise<readonly Standing[]> {
  const { teams, from } = competition;
  const to = endOf(competition);
  const accounts =
    teams.length === 0
      ? listReadableAccounts(reader, categoryOf(competition))
      : readableTeams(reader, competition).flatMap((team) => team.accounts);
  if (from >= Math.min(to, now) || accounts.length === 0) return [];
  const accountIds = accounts.map(({ account }) => account.id);
  const values = await readValues(competition, services, { accountIds, from, to, now });
  const compareIds = orderOfAccounts(reader);
  return values
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value || compareIds(one.accountId, other.accountId));
}

interface Range {
  readonly accountIds: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

async function readValues(
  { metric }: Competition,
  { history, feed }: Pick<QueryServices, 'history' | 'feed'>,
  { now, ...range }: Range,
): Promise<Standing[]> {
  if (metric.kind === 'drops') {
    const values = await feed.dropValues(range);
    return values.map(({ account_id, value_gp }) => ({ accountId: account_id, value: value_gp }));
  }
  if (metric.kind === 'kills') {
    const boss = searchedName(metric.name ?? '');
    const schema = liveSchema(history, 'boss-kills');
    const gained = await readGainedKills(history.sql, { schema, boss, ...range });
    return gained.map(({ account_id, kills }) => ({ accountId: account_id, value: kills }));
  }
  const gains = await readGainsOfAccounts(history, { ...range, now, skill: metric.name ?? overall });
  return gains.map(({ account_id, gain }) => ({ accountId: account_id, value: gain }));
}
