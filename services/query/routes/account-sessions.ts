import { z } from 'zod';
import {
  readSessions,
  type SessionWithId,
} from '../../../projections/play-sessions/queries/read-sessions.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { partitionOf } from '../../../shared/events/streams.ts';
import { readTimeoutsJudgedAt } from '../../../shared/projection/upkeep/timeout-clock.ts';
import { findReadableAccount } from '../accounts/find-account.ts';
import { defineRoute } from '../define-route.ts';
import { accountListText, envelopeText } from '../history/history-json.ts';
import { liveSchema } from '../history/history-sources.ts';
import { AccountRef, accountPath, exampleAccount } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp, timestamp, timestampOrNull } from '../schemas/envelope.ts';
import { nullableOpenEnum } from '../schemas/open-enum.ts';
import { historySpanMs, rangeParameters, resolveTimeRange } from '../schemas/time-range.ts';
import { joined, pagesOf, textAnswer } from '../streams/text-answer.ts';

const EndReason = nullableOpenEnum(
  'EndReason',
  ['logout', 'shutdown', 'disabled', 'timeout'],
  'Null while the session is open.',
);

const PlaySession = z
  .object({
    id: z.string(),
    started_at: Timestamp,
    ended_at: Timestamp.nullable().meta({ description: 'Null while the session is open.' }),
    last_seen_at: Timestamp,
    duration_ms: Int64.nonnegative(),
    worlds: z.array(Int32).meta({ description: 'Distinct worlds in the order of the first visit.' }),
    end_reason: EndReason,
  })
  .meta({ id: 'PlaySession' });

const PlaySessions = z
  .object({ account: AccountRef, from: Timestamp, to: Timestamp, sessions: z.array(PlaySession) })
  .meta({ id: 'PlaySessions' });

const pageSize = 1_000;

export const accountSessionsRoute = defineRoute({
  operationId: 'getAccountSessions',
  path: '/accounts/{id}/sessions',
  tag: 'History',
  summary: 'Play sessions of an account',
  description: 'Sessions that overlap [from, to), newest first. A world hop never ends a session.',
  describedCategory: 'activity',
  params: accountPath,
  query: z.object(rangeParameters),
  response: envelopeOf('PlaySessionsResponse', PlaySessions),
  example: exampleOf({
    account: exampleAccount,
    from: '2026-08-15T18:22:06.800Z',
    to: '2026-09-14T18:22:06.800Z',
    sessions: [
      {
        id: '9b1f0c6a2d7e48939c0f4a1b',
        started_at: '2026-09-14T16:02:11.000Z',
        ended_at: '2026-09-14T17:40:03.200Z',
        last_seen_at: '2026-09-14T17:39:40.000Z',
        duration_ms: 5_872_200,
        worlds: [486, 420],
        end_reason: 'logout',
      },
    ],
  }),
  statuses: [404],
  handle: async ({ reader, params: { id: accountId }, query }, { clock, history }) => {
    const now = clock();
    const range = resolveTimeRange(query, now, historySpanMs);
    const account = findReadableAccount(reader, accountId, 'activity');
    const schema = liveSchema(history, 'play-sessions');
    const partition = partitionOf('hub.activity', accountId);
    const place = { projection: 'play-sessions', stream: 'hub.activity', partition } as const;
    const judgedAt = await readTimeoutsJudgedAt(history.sql, place);
    const pages = pagesOf<SessionWithId>(pageSize, (after) => {
      const startedBefore = after?.started_at ?? null;
      return readSessions(history.sql, {
        schema,
        accountId,
        ...range,
        judgedAt,
        startedBefore,
        limit: pageSize,
      });
    });
    const text = envelopeText(accountListText(account, range, 'sessions', joined(pages, playSession)), now);
    return textAnswer(text, history.streamLimit, reader.key.id);
  },
});

function playSession(session: SessionWithId): z.infer<typeof PlaySession> {
  return {
    id: session.id,
    started_at: timestamp(session.started_at),
    ended_at: timestampOrNull(session.ended_at),
    last_seen_at: timestamp(session.last_seen_at),
    duration_ms: (session.ended_at ?? session.last_seen_at) - session.started_at,
    worlds: [...session.worlds],
    end_reason: session.end_reason,
  };
}
