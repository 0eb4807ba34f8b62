import { type Directory, isReporter } from '../../../projections/access/directory/directory.ts';
import { batchCalls } from '../../../shared/async/batch-calls.ts';
import { boundedCache } from '../../../shared/collections/bounded-cache.ts';
import { countKey } from '../../../shared/count-key.ts';
import { utcDay } from '../../../shared/domain/utc-day.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { IngestDeps } from '../ingest-deps.ts';

/**
 * How many accounts a member may bring: so many a UTC day, counted in the database for all processes together, and so
 * many in all (decisions.md, Limits of what one member can do). 1,500 accounts of one device ended the process that
 * serves them.
 */
export interface FirstContacts {
  /**
   * Counts one of the member's, where there is room.
   * @param open how many the member may have that the directory does not show yet
   * @returns the UTC day on which it is counted, null where there is no room
   * @throws when the database does not answer
   */
  take(directory: Directory, memberId: string, open: number): Promise<string | null>;
  /** Takes back one of that day that did not come about; of an earlier day there is nothing left to keep room for. */
  giveBack(memberId: string, day: string): Promise<void>;
}

const membersMax = 10_000;

export function createFirstContacts(
  deps: Pick<IngestDeps, 'clock' | 'database' | 'hubSecret' | 'limits' | 'logger'>,
): FirstContacts {
  const { clock, database, hubSecret, logger } = deps;
  const { memberNewAccountsPerDay, memberAccountsMax } = deps.limits;
  /** By member, the day whose limit is reached: further reports of that day cost no statement. */
  const usedUp = boundedCache<string>(membersMax);

  const stored = (memberId: string) => countKey(hubSecret, 'first contacts', memberId);

  /**
   * A guild that is told of its hub brings hundreds of accounts within seconds. With a statement and a commit for each,
   * 31 of 500 waited too long for a connection and were refused.
   */
  const takeTogether = batchCalls(
    async (members: readonly string[]): Promise<readonly (string | null)[]> => {
      const day = utcDay(clock());
      const asked = countOf(members);
      const granted = new Map<string, number>();
      // A statement gives each member one account, so it is repeated for those who asked for more, until the limit of the
      // day.
      for (let open = [...asked.keys()]; open.length > 0; ) {
        const taken = await takeOneOfEach(database, open, { day, perDay: memberNewAccountsPerDay });
        for (const member of taken) granted.set(member, (granted.get(member) ?? 0) + 1);
        open = taken.filter((member) => (granted.get(member) ?? 0) < (asked.get(member) ?? 0));
      }
      return members.map((member) => {
        const left = granted.get(member) ?? 0;
        granted.set(member, left - 1);
        if (left <= 0) usedUp.set(member, day);
        return left > 0 ? day : null;
      });
    },
    { oneAtATime: true },
  );

  const giveBackTogether = batchCalls(
    async (members: readonly string[]): Promise<readonly true[]> => {
      const counts = countOf(members);
      await takeBack(database, counts, utcDay(clock()));
      for (const member of counts.keys()) usedUp.delete(member);
      return members.map(() => true);
    },
    { oneAtATime: true },
  );

  return {
    take: async (directory, memberId, open) => {
      const member = stored(memberId);
      if (usedUp.get(member) === utcDay(clock())) return null;
      if (accountsOf(directory, memberId) + open >= memberAccountsMax) return null;
      return takeTogether(member);
    },
    giveBack: async (memberId, day) => {
      if (day !== utcDay(clock())) return;
      try {
        await giveBackTogether(stored(memberId));
      } catch (error) {
        logger.warn({ err: error }, 'an account that could not be taken goes on being counted as a new one');
      }
    },
  };
}

/** One more of each of these members, who differ. @returns those who had room for it */
async function takeOneOfEach(
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

async function takeBack(sql: Sql, counts: ReadonlyMap<string, number>, day: string): Promise<void> {
  await sql.run({
    text: `update hub.first_contact as contact
           set accounts = greatest(contact.accounts - given.accounts, 0)
           from unnest($1::text[], $2::integer[]) as given (member, accounts)
           where contact.member = given.member and contact.day = $3::date`,
    values: [[...counts.keys()], [...counts.values()], day],
  });
}

/** How often each of them is named. */
function countOf(members: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1);
  return counts;
}

/** How many accounts the member owns or contributes to. */
function accountsOf({ accounts }: Directory, memberId: string): number {
  return [...accounts.values()].filter((account) => isReporter(account, memberId)).length;
}
