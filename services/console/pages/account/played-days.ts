import type { AnswerOf } from '../../../../shared/client/api.ts';

export type SessionData = AnswerOf<'/accounts/{id}/sessions'>['data']['sessions'][number];

/** A day of the viewer's, with the parts of it in which somebody played. */
export interface PlayedDay {
  /** Epoch ms. */
  readonly startsAt: number;
  readonly playedMs: number;
  readonly parts: readonly PlayedPart[];
}

export interface PlayedPart {
  readonly session: SessionData;
  /** Minutes since the day began, 0 to 1,440. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

const minuteMs = 60_000;

/** The last days, newest first, in the viewer's zone. A session over midnight is in both days. */
export function playedDays(
  sessions: readonly SessionData[],
  now: number,
  count: number,
): readonly PlayedDay[] {
  return Array.from({ length: count }, (_, back) => {
    const startsAt = startOfDay(now, back);
    const endsAt = startOfDay(now, back - 1);
    const parts = sessions.flatMap((session) => {
      const from = Math.max(startsAt, Date.parse(session.started_at));
      const to = Math.min(endsAt, Date.parse(session.ended_at ?? session.last_seen_at));
      if (from > to || from >= endsAt) return [];
      return [{ session, fromMinute: minuteOf(from - startsAt), toMinute: minuteOf(to - startsAt) }];
    });
    const playedMs = parts.reduce(
      (sum, { fromMinute, toMinute }) => sum + (toMinute - fromMinute) * minuteMs,
      0,
    );
    return { startsAt, playedMs, parts };
  });
}

function minuteOf(ms: number): number {
  return Math.min(1_440, ms / minuteMs);
}

/** Midnight `back` days ago, also where a day has 23 or 25 hours. */
function startOfDay(now: number, back: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - back).getTime();
}
