import type { AnswerOf } from '../../../../../../shared/client/api.ts';
import { minuteMs } from '../../../../../../shared/domain/durations.ts';
import { startOfDay } from '../../../common/text/format.ts';

export type PlaySessionData = AnswerOf<'/accounts/{id}/sessions'>['data']['sessions'][number];

/** In the viewer's time zone. */
export interface PlayedDay {
  /** Epoch ms. */
  readonly startsAt: number;
  /** The real duration, also on days with a clock change. Rounded, as the hub rounds a day. */
  readonly minutes: number;
  readonly parts: readonly PlayedPart[];
}

export interface PlayedPart {
  readonly session: PlaySessionData;
  /** Minutes of the viewer's clock, 0 to 1,440. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

const dayMinutes = 1_440;

/** In the viewer's time zone, newest first. A session over midnight is in both days. */
export function listPlayedDays(
  sessions: readonly PlaySessionData[],
  now: number,
  count: number,
): readonly PlayedDay[] {
  return Array.from({ length: count }, (_, back) => {
    const startsAt = startOfDay(now, back);
    const endsAt = startOfDay(now, back - 1);
    const spans = sessions.flatMap((session) => {
      const from = Math.max(startsAt, Date.parse(session.started_at));
      const to = Math.min(endsAt, Date.parse(session.ended_at ?? session.last_seen_at));
      return from > to || from >= endsAt ? [] : [{ session, from, to }];
    });
    const parts = spans.map(({ session, from, to }) => {
      const fromMinute = minuteOf(from);
      // In the hour that a clock change repeats, a part may end at an earlier clock time.
      return {
        session,
        fromMinute,
        toMinute: Math.max(fromMinute, to === endsAt ? dayMinutes : minuteOf(to)),
      };
    });
    const playedMs = spans.reduce((sum, { from, to }) => sum + (to - from), 0);
    return { startsAt, minutes: Math.round(playedMs / minuteMs), parts };
  });
}

/** The sum of what the days show. A session over midnight counts once. */
export function sumPlayedDays(days: readonly PlayedDay[]): {
  readonly sessions: number;
  readonly minutes: number;
} {
  const sessions = new Set(days.flatMap(({ parts }) => parts.map(({ session }) => session.id)));
  return { sessions: sessions.size, minutes: days.reduce((sum, { minutes }) => sum + minutes, 0) };
}

/** Differs from the time since midnight on a day with a clock change. */
function minuteOf(at: number): number {
  const date = new Date(at);
  const ofMinute = date.getSeconds() * 1_000 + date.getMilliseconds();
  return date.getHours() * 60 + date.getMinutes() + ofMinute / 60_000;
}
