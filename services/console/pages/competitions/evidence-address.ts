import { overall } from '../../../../shared/domain/skill.ts';
import { accountAddress } from '../common/account-address.ts';
import { eventsAddress, lootTypes } from '../common/events/event-address.ts';
import { periodMs, periods } from '../common/period.ts';

interface Competition {
  readonly metric: { readonly kind: string; readonly name: string | null };
  /** ISO-8601. */
  readonly from: string;
  readonly to: string;
}

/** The drops or kills of the account in the range, or the chart of its xp. */
export function evidenceAddress({ metric, from, to }: Competition, account: string, now = Date.now()) {
  if (metric.kind !== 'xp') {
    return eventsAddress({ account, types: metric.kind === 'drops' ? lootTypes : 'KILL_COUNT', from, to });
  }
  const span = periods.find((period) => periodMs[period] >= now - Date.parse(from)) ?? 'year';
  const chosen = new URLSearchParams({ skill: metric.name ?? overall, chart: 'total', span });
  return `${accountAddress(account)}?${chosen}`;
}
