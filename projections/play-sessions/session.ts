import { createHash } from 'node:crypto';
import { z } from 'zod';

const EndReason = z.enum(['logout', 'shutdown', 'disabled', 'timeout']);
export type EndReason = z.infer<typeof EndReason>;

/** A play session (read-api.md 2.8); times are epoch ms. Open while `ended_at` is null. */
export const Session = z.object({
  account_id: z.string(),
  started_at: z.int(),
  last_seen_at: z.int(),
  ended_at: z.int().nullable(),
  end_reason: EndReason.nullable(),
  /** Distinct, in the order of the first visit. */
  worlds: z.array(z.int()).readonly(),
  /** How long after `last_seen_at` the session counts as open. */
  timeout_ms: z.int(),
});
export type Session = Readonly<z.infer<typeof Session>>;

const idLength = 24;

/** A function of the log, so the public id survives every rebuild. */
export function sessionId(session: Pick<Session, 'account_id' | 'started_at'>): string {
  return createHash('sha256')
    .update(`session ${session.account_id} ${session.started_at}`)
    .digest('hex')
    .slice(0, idLength);
}

export function hasTimedOut(session: Session, at: number): boolean {
  return session.ended_at === null && at - session.last_seen_at > session.timeout_ms;
}

/** Ends the session at its last message (rules/presence.md#online). */
export function closedByTimeout(session: Session): Session {
  return { ...session, ended_at: session.last_seen_at, end_reason: 'timeout' };
}
