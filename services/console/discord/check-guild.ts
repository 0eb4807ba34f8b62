import type { Clock } from '../../../shared/clock.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/domain/durations.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { recordInAudit } from '../../../shared/log/record-in-audit.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { startSpacedRuns } from '../../../shared/spaced-runs.ts';
import { storedHash } from '../sessions/session-token.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Discord } from './discord.ts';
import { openToken, sealToken } from './sealed-token.ts';

export interface GuildCheck {
  readonly database: Database;
  readonly journal: Pick<Journal, 'append'>;
  readonly hubSecret: Buffer;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
  readonly discord: Discord;
  readonly clock: Clock;
}

/** Of one run, so that Discord is not asked too much at once. */
const sessionsPerRun = 20;
const runEveryMs = minuteMs;

interface DueSession {
  readonly id: string;
  readonly memberId: string;
  readonly sealed: string;
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
  const failed = 'cannot ask Discord who is still in the guild, trying again';
  const stopping = new AbortController();
  const work = () => checkGuild(check, stopping.signal);
  const runs = startSpacedRuns({ work, logger: check.logger, failed, everyMs: runEveryMs });
  return () => {
    stopping.abort();
    return runs.close();
  };
}

/**
 * One run over the sessions that are due. Who is not in the guild any more loses all sessions, and the audit log says so: whether
 * they leave the hub is for an admin to decide. When `stopping` is aborted it ends after the session that it is at, whose token
 * Discord may have replaced already. @throws DiscordUnavailable, which signs nobody out
 */
export async function checkGuild(check: GuildCheck, stopping: AbortSignal): Promise<void> {
  const { database, clock } = check;
  // Claimed by being noted as asked: of several consoles one asks.
  const due = await database.many<DueSession>({
    text: `update console.session
           set discord_checked_at = $1
           where session_id in (
             select session_id
             from console.session
             where discord_token is not null and discord_checked_at <= $2
             order by discord_checked_at
             limit $3
             for update skip locked
           )
           returning session_id as id, member_id as "memberId", discord_token as sealed`,
    values: [clock(), clock() - dayMs, sessionsPerRun],
  });
  const left = new Set(due);
  try {
    for (const session of due) {
      if (stopping.aborted) break;
      await checkSession(check, session);
      left.delete(session);
    }
  } finally {
    // In an hour again.
    await database.run({
      text: 'update console.session set discord_checked_at = $2 where session_id = any($1)',
      values: [[...left].map(({ id }) => id), clock() - dayMs + hourMs],
    });
  }
}

async function checkSession(check: GuildCheck, session: DueSession): Promise<void> {
  const { database, hubSecret, discord } = check;
  const token = openToken(hubSecret, session.sealed);
  const keep = async (refreshToken: string) => {
    await database.run({
      text: 'update console.session set discord_token = $2 where session_id = $1',
      values: [session.id, sealToken(hubSecret, refreshToken)],
    });
  };
  const vouched = token === null ? 'refused' : await discord.vouchByToken(token, keep);
  if (typeof vouched === 'string') await endOf(check, session, vouched);
}

async function endOf(
  { journal, sessions }: GuildCheck,
  { memberId }: DueSession,
  why: 'not_in_guild' | 'refused',
): Promise<void> {
  await recordInAudit(journal, {
    by: 'hub',
    action: 'signed-out-by-discord',
    about: [memberId],
    details: { why },
    subject: memberId,
  });
  await sessions.endAllOf([memberId]);
}
