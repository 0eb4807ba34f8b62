import { dayMs, hourMs } from '../../../../shared/domain/durations.ts';
import { overall } from '../../../../shared/domain/skill.ts';
import { type PeriodName, periodMs } from '../common/period.ts';
import { startOfDay } from '../common/text/format.ts';
import { useNow } from '../common/text/time-ago.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useCanRead } from '../read-api/use-key-rights.ts';

/** Begins at a whole hour, so that the requests seldom change; a day begins at midnight. */
export function usePeriodStart(period: PeriodName, daysAgo = 0): number {
  const now = useNow();
  return period === 'day'
    ? startOfDay(now, daysAgo)
    : now - (now % hourMs) - periodMs[period] - daysAgo * dayMs;
}

const gainersMax = 500;

/**
 * The gainers of the same period a day earlier, for a day the whole of yesterday. Undefined without
 * an answer that has all of them.
 */
export function useGainersBefore(period: PeriodName) {
  const from = usePeriodStart(period, 1);
  const today = usePeriodStart('day');
  const to = period === 'day' ? today : from + periodMs[period];
  const enabled = useCanRead('stats');
  const { body } = useHubAnswer(
    'gainers before',
    { from, to },
    (client, signal) =>
      client.get('/leaderboards/gains', { skill: overall, from, to, limit: gainersMax }, signal),
    { enabled },
  );
  const entries = body === undefined ? undefined : (body.data.leaderboards[0]?.entries ?? []);
  // A full answer leaves out players.
  return entries?.length === gainersMax ? undefined : entries;
}
