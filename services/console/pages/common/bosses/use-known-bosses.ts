import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useMe } from '../../read-api/use-key-rights.ts';
import { useIsLoaded } from '../../read-api/use-read-api.ts';
import { filterOwn, filterReadable, useAccountIds } from '../../read-api/use-readable-accounts.ts';
import { type PeriodName, periodMs } from '../period.ts';
import { startOfDay } from '../text/format.ts';
import { type KnownBoss, rankBosses } from './rank-bosses.ts';

const askedMax = 5;

/** The bosses of own accounts, and of others up to five accounts. Undefined without an answer. */
export function useKnownBosses(
  enabled: boolean,
  period: PeriodName | 'all_time' = 'all_time',
): readonly KnownBoss[] | undefined {
  const member = useMe()?.user?.name;
  const isLoaded = useIsLoaded();
  const ids = useAccountIds((accounts) => {
    const ownFirst = new Set([...filterOwn(accounts, member), ...[...accounts.keys()].sort()]);
    return filterReadable(accounts, ownFirst, 'events').slice(0, askedMax);
  });
  const { body, isEarlier, error } = useHubAnswer(
    'known bosses',
    { ids, period },
    (client, signal) => {
      const from = startOf(period);
      return Promise.all(ids.map((id) => client.get('/accounts/{id}/kills', { id, from }, signal)));
    },
    { enabled: enabled && ids.length > 0 },
  );
  if (isLoaded && (ids.length === 0 || error !== null)) return [];
  if (body === undefined || isEarlier === true) return undefined;
  const counts = body.flatMap(({ data }) => data.bosses ?? []);
  return rankBosses(counts, period !== 'all_time');
}

function startOf(period: PeriodName | 'all_time'): number | undefined {
  if (period === 'all_time') return undefined;
  return period === 'day' ? startOfDay(Date.now()) : Date.now() - periodMs[period];
}
