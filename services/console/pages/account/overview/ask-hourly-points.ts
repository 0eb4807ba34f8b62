import type { AnswerOf } from '../../../../../shared/client/api.ts';
import type { HubClient } from '../../../../../shared/client/open-client.ts';
import { hourMs } from '../../../../../shared/domain/durations.ts';
import { listHourlyRanges } from './daily-gains.ts';

type Points = AnswerOf<'/accounts/{id}/xp'>['data']['series'][number]['points'];

interface Wanted {
  readonly id: string;
  readonly skill: string;
  /** Epoch ms. */
  readonly now: number;
  readonly spanMs: number;
}

/** The points of each hour since a start of a day. The first point is the xp before the others. */
export async function askHourlyPoints(
  client: HubClient,
  { id, skill, now, spanMs }: Wanted,
  signal: AbortSignal,
): Promise<Points> {
  const ranges = listHourlyRanges(now, spanMs);
  const asked = { id, skills: [skill], resolution: '1h' } as const;
  const parts = await Promise.all(
    ranges.map(([from, to]) => client.get('/accounts/{id}/xp', { ...asked, from, to }, signal)),
  );
  const points = parts.flatMap(({ data }) => data.series[0]?.points ?? []);
  const [first] = points;
  const firstAt = Date.parse(first?.[0] ?? '');
  const isBefore = firstAt < (ranges[0]?.[0] ?? now);
  if (first === undefined || isBefore) return points;
  // The points of a young account do not show the gain of its first hour.
  const hour = { from: firstAt, to: firstAt + hourMs };
  const { data } = await client.get('/accounts/{id}/gains', { id, ...hour }, signal);
  const gain = data.gains.find((each) => each.skill === skill)?.xp ?? 0;
  return [[new Date(firstAt - hourMs).toISOString(), first[1] - gain], ...points];
}
