import { createHash } from 'node:crypto';

/** A play session (read-api.md 2.8); times are epoch ms. Open while `ended_at` is null. */
export interface Session {
  readonly account_id: string;
  readonly started_at: number;
  readonly last_seen_at: number;
  readonly ended_at: number | null;
  readonly end_reason: EndReason | null;
  /** Distinct worlds in the order of the first visit. */
  readonly worlds: readonly number[];
  /** How long after `last_seen_at` the session still counts as open. */
  readonly timeout_ms: number;
}

export type EndReason = 'logout' | 'shutdown' | 'disabled' | 'timeout';

const idLength = 24;

/** The public id of a session: a function of the log, so it survives every rebuild. */
export function sessionId(session: Pick<Session, 'account_id' | 'started_at'>): string {
  return createHash('sha256')
    .update(`session ${session.account_id} ${session.started_at}`)
    .digest('hex')
    .slice(0, idLength);
}

/** Whether a moment is later than the session could have been quiet. */
export function hasTimedOut(session: Session, at: number): boolean {
  return session.ended_at === null && at - session.last_seen_at > session.timeout_ms;
}

/** The session as a timeout leaves it: ended at its last message (decisions.md, Online). */
export function closedByTimeout(session: Session): Session {
  return { ...session, ended_at: session.last_seen_at, end_reason: 'timeout' };
}
