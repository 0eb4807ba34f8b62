import { startPeriodicTask } from '../../../shared/async/periodic-task.ts';
import type { Clock } from '../../../shared/clock.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/domain/durations.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { hashSecret } from '../sessions/session-token.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { type DiscordClient, DiscordUnavailable } from './discord-client.ts';
import { sealText, unsealText } from './sealed-text.ts';

export interface GuildCheckOptions {
  readonly database: Database;
  readonly journal: Pick<Journal, 'append'>;
  readonly hubSecret: Buffer;
  readonly sessions: Pick<Sessions, 'endAllOfMembers'>;
  readonly discord: DiscordClient;
  readonly clock: Clock;
}

/** Discord then gets few requests at once. */
const sessionsPerRun = 20;
const runEveryMs = minuteMs;
const tokenPurpose = 'refresh tokens of Discord';
/** Longer than Discord takes: a new token that is not stored would sign the member out. */
const stopWithinMs = 7_000;
/** After this many sessions without an answer, a run takes Discord as unavailable. */
const failuresMax = 3;

interface DueSession {
  readonly id: string;
  readonly memberId: string;
  readonly sealed: string;
  /** Epoch ms. */
  readonly checkedAt: number;
}

export async function storeDiscordToken(
  { database, hubSecret, clock }: Pick<GuildCheckOptions, 'database' | 'hubSecret' | 'clock'>,
  { sessionToken, refreshToken }: { readonly sessionToken: string; readonly refreshToken: string },
): Promise<void> {
  await database.run({
    text: 'update console.session set discord_token = $2, discord_checked_at = $3 where token_hash = $1',
    values: [hashSecret(sessionToken), sealText(hubSecret, tokenPurpose, refreshToken), clock()],
  });
}

/** Asks Discord daily for each session. @returns how to stop */
export function startGuildChecks(
  check: GuildCheckOptions & { readonly logger: Logger },
): () => Promise<void> {
  const stopping = new AbortController();
  const task = startPeriodicTask({
    name: 'check with Discord who is still in the guild',
    run: () => checkDueSessions(check, stopping.signal),
    everyMs: runEveryMs,
    stopWithinMs,
    logger: check.logger,
  });
  return () => {
    stopping.abort();
    return task.stop();
  };
}

/**
 * A member whom Discord does not confirm any more loses all sessions that began before the
 * question. An aborted run finishes its current session, whose token Discord may have replaced.
 * @throws DiscordUnavailable when Discord gave no answer for a session; this signs nobody out, and
 * the third such session ends the run
 */
export async function checkDueSessions(check: GuildCheckOptions, stopping: AbortSignal): Promise<void> {
  const due = await claimDue(check);
  const unasked = new Set(due);
  const failed = new Set<DueSession>();
  const signedOut = new Set<string>();
  let failure: DiscordUnavailable | null = null;
  try {
    for (const session of due) {
      if (stopping.aborted || failed.size === failuresMax) break;
      unasked.delete(session);
      // The other sessions of this member ended with the first one.
      if (signedOut.has(session.memberId)) continue;
      failed.add(session);
      try {
        if (await endIfGone(check, session)) signedOut.add(session.memberId);
        failed.delete(session);
      } catch (error) {
        if (!(error instanceof DiscordUnavailable)) throw error;
        failure = error;
      }
    }
  } finally {
    // All remaining sessions are due in an hour. Unasked sessions come first, because failed
    // sessions may fail again.
    const inAnHour = check.clock() - dayMs + hourMs;
    await noteChecked(check, unasked, inAnHour - 1);
    await noteChecked(check, failed, inAnHour);
  }
  if (failure !== null) throw failure;
}

/**
 * Marks the sessions as checked, so that only one console asks. @returns longest unchecked first
 */
async function claimDue({ database, clock }: GuildCheckOptions): Promise<DueSession[]> {
  const due = await database.many<DueSession>({
    text: `with due as (
             select session_id, discord_checked_at
             from console.session
             where discord_token is not null and discord_checked_at <= $2
             order by discord_checked_at
             limit $3
             for update skip locked
           )
           update console.session
           set discord_checked_at = $1
           from due
           where session.session_id = due.session_id
           returning session.session_id as id, session.member_id as "memberId", session.discord_token as sealed,
                     due.discord_checked_at as "checkedAt"`,
    values: [clock(), clock() - dayMs, sessionsPerRun],
  });
  return due.sort((a, b) => a.checkedAt - b.checkedAt);
}

async function noteChecked(
  { database }: GuildCheckOptions,
  sessions: ReadonlySet<DueSession>,
  at: number,
): Promise<void> {
  await database.run({
    text: 'update console.session set discord_checked_at = $2 where session_id = any($1)',
    values: [[...sessions].map(({ id }) => id), at],
  });
}

async function endIfGone(check: GuildCheckOptions, session: DueSession): Promise<boolean> {
  const { database, hubSecret, discord, clock } = check;
  const token = unsealText(hubSecret, tokenPurpose, session.sealed);
  const keep = async (refreshToken: string) => {
    await database.run({
      text: 'update console.session set discord_token = $2 where session_id = $1',
      values: [session.id, sealText(hubSecret, tokenPurpose, refreshToken)],
    });
  };
  const askedAt = clock();
  const vouched = token === null ? 'refused' : await discord.findMemberByToken(token, keep);
  if (typeof vouched !== 'string') return false;
  await signOut(check, session.memberId, { why: vouched, askedAt });
  return true;
}

/** Sessions that began after the question to Discord stay. */
async function signOut(
  { journal, sessions }: GuildCheckOptions,
  memberId: string,
  { why, askedAt }: { readonly why: 'not_in_guild' | 'refused'; readonly askedAt: number },
): Promise<void> {
  await recordInAudit(journal, {
    by: 'hub',
    action: 'signed-out-by-discord',
    about: [memberId],
    details: { why },
    subject: memberId,
  });
  await sessions.endAllOfMembers([memberId], askedAt);
}
