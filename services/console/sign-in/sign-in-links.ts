import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../shared/clock.ts';
import { AuditActor } from '../../../shared/domain/actor.ts';
import { minuteMs } from '../../../shared/domain/durations.ts';
import type { Database, Sql } from '../../../shared/postgres/database.ts';
import { pairLockNumbers } from '../../../shared/postgres/lock-numbers.ts';
import { hashSecret } from '../sessions/session-token.ts';

/** See operations.md, Sign-in at the console. */
export interface OpenSignInLink {
  readonly memberId: string;
  readonly madeBy: AuditActor;
  /** Epoch ms. */
  readonly expiresAt: number;
}

export interface SignInLinkStore {
  /**
   * Above the limit of a member's open links, the link that would expire first ends.
   * @returns the token, which is stored nowhere
   */
  create(
    memberId: string,
    madeBy: AuditActor,
  ): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /**
   * Does not use the link, because chats open the links in messages. Null when unknown, used or
   * expired.
   */
  find(token: string): Promise<OpenSignInLink | null>;
  /** Also uses the link. Only one of two concurrent calls gets the link. */
  consume(token: string): Promise<OpenSignInLink | null>;
  /** After a failed sign-in. */
  restore(token: string, link: OpenSignInLink): Promise<void>;
}

export const signInLinkLifeMs = 15 * minuteMs;
/** A later expiry comes from a clock that was ahead, and the link would stay open for too long. */
const leftMaxMs = 2 * signInLinkLifeMs;
const linksMax = 5;
const tokenBytes = 32;

type LinkRow = { readonly memberId: string; readonly madeBy: string; readonly expiresAt: number };

const columns = 'member_id as "memberId", made_by as "madeBy", expires_at as "expiresAt"';

export function createSignInLinkStore(database: Database, clock: Clock): SignInLinkStore {
  /** A link is open when it expires after the first time and not after the second, in epoch ms. */
  function openTimes(): readonly [number, number] {
    const now = clock();
    return [now, now + leftMaxMs];
  }

  async function store(
    sql: Sql,
    token: string,
    { memberId, madeBy, expiresAt }: OpenSignInLink,
  ): Promise<void> {
    await sql.run({
      text: `insert into console.sign_in_link (token_hash, member_id, made_by, expires_at) values ($1, $2, $3, $4)`,
      values: [hashSecret(token), memberId, madeBy, expiresAt],
    });
  }

  async function clear(sql: Sql, memberId: string): Promise<void> {
    await sql.run({
      text: `delete from console.sign_in_link
             where expires_at <= $2
               or expires_at > $3
               or token_hash in (
                 select token_hash
                 from console.sign_in_link
                 where member_id = $1 and expires_at <= $3
                 order by expires_at desc, token_hash
                 offset $4
               )`,
      values: [memberId, ...openTimes(), linksMax - 1],
    });
  }

  return {
    create: async (memberId, madeBy) => {
      const token = randomBytes(tokenBytes).toString('base64url');
      const expiresAt = clock() + signInLinkLifeMs;
      await database.transaction(async (tx) => {
        // The lock keeps two concurrent calls from exceeding the limit.
        await tx.run({
          text: 'select pg_advisory_xact_lock($1, hashtext($2))',
          values: [pairLockNumbers.signInLinks, memberId],
        });
        await clear(tx, memberId);
        await store(tx, token, { memberId, madeBy, expiresAt });
      });
      return { token, expiresAt };
    },
    find: async (token) =>
      linkOf(
        await database.maybeOne<LinkRow>({
          text: `select ${columns} from console.sign_in_link
                 where token_hash = $1 and expires_at > $2 and expires_at <= $3`,
          values: [hashSecret(token), ...openTimes()],
        }),
      ),
    consume: async (token) =>
      linkOf(
        await database.maybeOne<LinkRow>({
          text: `delete from console.sign_in_link
                 where token_hash = $1 and expires_at > $2 and expires_at <= $3
                 returning ${columns}`,
          values: [hashSecret(token), ...openTimes()],
        }),
      ),
    restore: (token, link) => store(database, token, link),
  };
}

function linkOf(row: LinkRow | null): OpenSignInLink | null {
  return row === null ? null : { ...row, madeBy: AuditActor.parse(row.madeBy) };
}

/** The token is behind `#`, which browsers do not send to servers. */
export function signInLinkUrl(origin: string, token: string): string {
  return `${origin}/sign-in#token=${token}`;
}
