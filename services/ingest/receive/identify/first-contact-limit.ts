import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { isReporter } from '../../../../projections/access/model/entities.ts';
import { batchCalls } from '../../../../shared/async/batch-calls.ts';
import { boundedCache } from '../../../../shared/collections/bounded-cache.ts';
import { countKey } from '../../../../shared/count-key.ts';
import { utcDay } from '../../../../shared/domain/utc-day.ts';
import type { Sql } from '../../../../shared/postgres/database.ts';
import type { IngestDeps } from '../../ingest-deps.ts';

/**
 * Limits a member's first contacts on a UTC day, and the number of all its accounts
 * (rules/member-limits.md#accounts). The database counts the accounts of the day for all processes.
 */
export interface FirstContacts {
  /**
   * Counts a first contact, within the limits.
   * @param pending accounts that the directory does not show yet
   * @returns the UTC day, null over a limit
   * @throws when the database does not answer
   */
  take(directory: Directory, memberId: string, pending: number): Promise<string | null>;
  /** Takes back a contact that led to no account. Does nothing if the day is over. */
  giveBack(memberId: string, day: string): Promise<void>;
}

const membersMax = 10_000;

export function createFirstContacts(
  deps: Pick<IngestDeps, 'clock' | 'database' | 'hubSecret' | 'limits' | 'logger'>,
): FirstContacts {
  const { clock, database, hubSecret, logger } = deps;
  const { memberNewAccountsPerDay, memberAccountsMax } = deps.limits;
  /**
   * The day on which a member reached the limit. Further first contacts of this day cost no
   * statement.
   */
  const limitReached = boundedCache<string>(membersMax);

  const hashOf = (memberId: string) => countKey(hubSecret, 'first contacts', memberId);

  /**
   * A whole guild may report for the first time within seconds: too many statements for the pool.
   */
  const takeTogether = batchCalls(
    async (members: readonly string[]): Promise<readonly (string | null)[]> => {
      const day = utcDay(clock());
      const asked = countByMember(members);
      const granted = new Map<string, number>();
      // A statement grants each member one account. Members that asked for more need the next
      // statement.
      for (let left = [...asked.keys()]; left.length > 0; ) {
        const taken = await takeOneEach(database, left, { day, perDay: memberNewAccountsPerDay });
        for (const member of taken) granted.set(member, (granted.get(member) ?? 0) + 1);
        left = taken.filter((member) => (granted.get(member) ?? 0) < (asked.get(member) ?? 0));
      }
      return members.map((member) => {
        const left = granted.get(member) ?? 0;
        granted.set(member, left - 1);
        if (left <= 0) limitReached.set(member, day);
        return left > 0 ? day : null;
      });
    },
    { oneAtATime: true },
  );

  const giveBackTogether = batchCalls(
    async (members: readonly string[]): Promise<readonly true[]> => {
      const counts = countByMember(members);
      await subtract(database, counts, utcDay(clock()));
      for (const member of counts.keys()) limitReached.delete(member);
      return members.map(() => true);
    },
    { oneAtATime: true },
  );

  return {
    take: async (directory, memberId, pending) => {
      const member = hashOf(memberId);
      if (limitReached.get(member) === utcDay(clock())) return null;
      if (accountCount(directory, memberId) + pending >= memberAccountsMax) return null;
      return takeTogether(member);
    },
    giveBack: async (memberId, day) => {
      if (day !== utcDay(clock())) return;
      try {
        await giveBackTogether(hashOf(memberId));
      } catch (error) {
        logger.warn(
          { err: error },
          'a first contact without an account still counts for the limit of the day',
        );
      }
    },
  };
}

/**
 * @param members all different
 * @returns the members that were below their limit
 */
async function takeOneEach(
  sql: Sql,
  members: readonly string[],
  { day, perDay }: { readonly day: string; readonly perDay: number },
): Promise<readonly string[]> {
  const rows = await sql.many<{ member: string }>({
    text: `with over as (delete from hub.first_contact where day < $2::date - 1)
           insert into hub.first_contact as contact (member, day, accounts)
           select member, $2::date, 1
           from unnest($1::text[]) as member
           -- Always in the same order, so that two processes do not wait for each other.
           order by member
           on conflict (member, day) do update
           set accounts = contact.accounts + 1
           where contact.accounts < $3
           returning member`,
    values: [members, day, perDay],
  });
  return rows.map(({ member }) => member);
}

async function subtract(sql: Sql, counts: ReadonlyMap<string, number>, day: string): Promise<void> {
  await sql.run({
    text: `update hub.first_contact as contact
           set accounts = greatest(contact.accounts - given.accounts, 0)
           from unnest($1::text[], $2::integer[]) as given (member, accounts)
           where contact.member = given.member and contact.day = $3::date`,
    values: [[...counts.keys()], [...counts.values()], day],
  });
}

function countByMember(members: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1);
  return counts;
}

function accountCount({ accounts }: Directory, memberId: string): number {
  return [...accounts.values()].filter((account) => isReporter(account, memberId)).length;
}
