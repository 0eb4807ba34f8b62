import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../shared/clock.ts';
import { hourMs } from '../../../shared/domain/durations.ts';
import { sessionsMax, sessionUnusedMs } from '../../../shared/domain/session.ts';
import type { Database, Sql, Tx } from '../../../shared/postgres/database.ts';
import { sessionChannel } from '../../../shared/postgres/notifications.ts';
import { createSessionToken, deriveSessionKey, hashSecret, isSessionToken } from './session-token.ts';

/** In one browser. Times are epoch ms. */
export interface BrowserSession {
  readonly id: string;
  readonly memberId: string;
  readonly createdAt: number;
  /** Exact to an hour. */
  readonly lastUsedAt: number;
}

/** For all consoles of a hub (operations.md, Sign-in at the console). */
export interface Sessions {
  /** Above the limit of sessions, ends the session that was unused for the longest time. */
  begin(memberId: string): Promise<{ readonly token: string; readonly session: BrowserSession }>;
  /** Records the use. Null when unknown, ended or unused for too long. */
  use(token: string): Promise<BrowserSession | null>;
  /** Newest first. */
  listOfMember(memberId: string): Promise<BrowserSession[]>;
  end(sessionId: string): Promise<void>;
  /** @param begunBefore epoch ms, ends only sessions that began earlier */
  endAllOfMembers(memberIds: readonly string[], begunBefore?: number): Promise<void>;
}

const noteUseEveryMs = hourMs;

const columns =
  'session_id as id, member_id as "memberId", created_at as "createdAt", last_used_at as "lastUsedAt"';

export function createSessions(database: Database, clock: Clock): Sessions {
  /** Notifies all processes when a session existed. */
  async function endWhere(condition: string, values: readonly unknown[]): Promise<void> {
    await database.transaction(async (tx) => {
      const ended = await tx.run({
        text: `delete from console.session where ${condition}`,
        values,
      });
      if (ended > 0) await announce(tx, { hasEnded: true });
    });
  }

  return {
    begin: (memberId) => database.transaction((tx) => begin(tx, memberId, clock())),
    use: async (token) => {
      if (!isSessionToken(token)) return null;
      const now = clock();
      const session = await database.maybeOne<BrowserSession>({
        text: `select ${columns} from console.session where token_hash = $1 and last_used_at > $2`,
        values: [hashSecret(token), now - sessionUnusedMs],
      });
      if (session !== null && session.lastUsedAt < now - noteUseEveryMs) {
        await noteUse(database, session.id, now);
        return { ...session, lastUsedAt: now };
      }
      return session;
    },
    listOfMember: (memberId) =>
      database.many<BrowserSession>({
        text: `select ${columns} from console.session
               where member_id = $1 and last_used_at > $2
               order by created_at desc, session_id`,
        values: [memberId, clock() - sessionUnusedMs],
      }),
    end: (sessionId) => endWhere('session_id = $1', [sessionId]),
    endAllOfMembers: (memberIds, begunBefore) =>
      endWhere('member_id = any($1::uuid[]) and ($2::bigint is null or created_at < $2)', [
        memberIds,
        begunBefore ?? null,
      ]),
  };
}

async function begin(tx: Tx, memberId: string, now: number) {
  // First, because this locks a row that every begin and end changes. Two concurrent sign-ins could
  // otherwise exceed the limit.
  const revision = await announce(tx, { hasEnded: false });
  const token = createSessionToken();
  const { prefix, secret } = deriveSessionKey(token);
  const session: BrowserSession = { id: randomUUID(), memberId, createdAt: now, lastUsedAt: now };
  await tx.run({
    text: `with gone as (
             delete from console.session
             where last_used_at <= $7
               or session_id in (
                 select session_id
                 from console.session
                 where member_id = $3
                 order by last_used_at desc, created_at desc, session_id
                 offset $8
               )
             returning session_id
           ),
           begun as (
             insert into console.session
               (session_id, token_hash, member_id, key_prefix, key_secret_hash, created_at, last_used_at, began_revision)
             values ($1, $2, $3, $4, $5, $6, $6, $9)
           )
           update console.session_revision set ended_revision = $9 where exists (select from gone)`,
    values: [
      session.id,
      hashSecret(token),
      memberId,
      prefix,
      hashSecret(secret),
      now,
      now - sessionUnusedMs,
      sessionsMax - 1,
      revision,
    ],
  });
  return { token, session };
}

async function noteUse(sql: Sql, sessionId: string, now: number): Promise<void> {
  await sql.run({
    text: 'update console.session set last_used_at = greatest(last_used_at, $2) where session_id = $1',
    values: [sessionId, now],
  });
}

/** Notifies all processes at commit. @returns the new revision of the sessions */
async function announce(tx: Tx, { hasEnded }: { readonly hasEnded: boolean }): Promise<number> {
  const { revision } = await tx.one<{ revision: number }>({
    text: `with raised as (
             insert into console.session_revision (hub, revision, ended_revision) values ('hub', 1, $2::boolean::integer)
             on conflict (hub) do update
             set revision = session_revision.revision + 1,
                 ended_revision = case when $2 then session_revision.revision + 1 else session_revision.ended_revision end
             returning revision
           )
           select revision, pg_notify($1, revision::text) from raised`,
    values: [sessionChannel, hasEnded],
  });
  return revision;
}
