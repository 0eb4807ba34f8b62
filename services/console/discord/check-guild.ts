import { startPeriodicTask } from '../../../shared/async/periodic-task.ts';
import type { Clock } from '../../../shared/clock.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/domain/durations.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { storedHash } from '../sessions/session-token.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { type Discord, DiscordUnavailable } from './discord.ts';
import { openToken, sealToken } from './sealed-token.ts';

export interface GuildCheck {
  readonly database: Database;
  readonly journal: Pick<Journal, 'append'>;
  readonly hubSecret: Buffer;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
  readonly discord: Discord;
  readonly clock: Clock;
}

/** Most sessions that one run checks, so that Discord is not asked too much at once. */
const sessionsPerRun = 20;
const runEveryMs = minuteMs;
/** Longer than Discord takes for a session: a new token that is not stored would sign the member out. */
const stopWithinMs = 7_000;
/** Sessions of one run for which Discord gives no answer; after so many it is taken to be away. */
const failuresMax = 3;

interface DueSession {
  readonly id: string;
  readonly memberId: string;
  readonly sealed: string;
  /** Epoch ms. */
  readonly checkedAt: number;
}

/** Notes of a new session that Discord vouched for it. */
export async function keepDiscordToken(
  { database, hubSecret, clock }: Pick<GuildCheck, 'database' | 'hubSecret' | 'clock'>,
  { sessionToken, refreshToken }: { readonly sessionToken: string; readonly refreshToken: string },
): Promise<void> {
  await database.run({
    text: 'update console.session set discord_token = $2, discord_checked_at = $3 where token_hash = $1',
    values: [storedHash(sessionToken), sealToken(hubSecret, refreshToken), clock()],
  });
}

/** Asks daily of each session that Discord vouched for whether its member is still in the guild. @returns how to stop */
export function startGuildChecks(check: GuildCheck & { readonly logger: Logger }): () => Promise<void> {
  const stopping = new AbortController();
  const task = startPeriodicTask({
    name: 'check with Discord who is still in the guild',
    run: () => checkGuild(check, stopping.signal),
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
 * One run over the sessions that are due. Who is not in the guild any more loses the sessions that they had when Discord was
 * asked, and the audit log says so once: whether they leave the hub is for an admin to decide. When `stopping` is aborted it
 * ends after the session that it is at, whose token Discord may have replaced already.
 * @throws DiscordUnavailable when it gave no answer for one of them, which signs nobody out; the third ends the run
 */
export async function checkGuild(check: GuildCheck, stopping: AbortSignal): Promise<void> {
  const due = await claimDue(check);
  const unasked = new Set(due);
  const failed = new Set<DueSession>();
  const signedOut = new Set<string>();
  let failure: DiscordUnavailable | null = null;
  try {
    for (const session of due) {
      if (stopping.aborted || failed.size === failuresMax) break;
      unasked.delete(session);
      // Their other sessions ended with the first.
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
    // All are due again in an hour. Those that were not asked for come first, since those that failed may fail again.
    const inAnHour = check.clock() - dayMs + hourMs;
    await noteChecked(check, unasked, inAnHour - 1);
    await noteChecked(check, failed, inAnHour);
  }
  if (failure !== null) throw failure;
}

/** Claimed by being noted as asked: of several consoles one asks. @returns those first that were asked for longest ago */
async function claimDue({ database, clock }: GuildCheck): Promise<DueSession[]> {
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
  { database }: GuildCheck,
  sessions: ReadonlySet<DueSession>,
  at: number,
): Promise<void> {
  await database.run({
    text: 'update console.session set discord_checked_at = $2 where session_id = any($1)',
    values: [[...sessions].map(({ id }) => id), at],
  });
}

/** @returns whether the member was signed out */
async function endIfGone(check: GuildCheck, session: DueSession): Promise<boolean> {
  const { database, hubSecret, discord, clock } = check;
  const token = openToken(hubSecret, session.sealed);
  const keep = async (refreshToken: string) => {
    await database.run({
      text: 'update console.session set discord_token = $2 where session_id = $1',
      values: [session.id, sealToken(hubSecret, refreshToken)],
    });
  };
  const askedAt = clock();
  const vouched = token === null ? 'refused' : await discord.vouchByToken(token, keep);
  if (typeof vouched !== 'string') return false;
  await signOut(check, session.memberId, { why: vouched, askedAt });
  return true;
}

/** What begins once Discord was asked stays: it knows more than the answer. */
async function signOut(
  { journal, sessions }: GuildCheck,
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
  await sessions.endAllOf([memberId], askedAt);
}
