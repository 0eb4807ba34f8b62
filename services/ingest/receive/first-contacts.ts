import type { Directory } from '../../../projections/access/directory/directory.ts';
import { boundedCache } from '../../../shared/bounded-cache.ts';
import { countKey } from '../../../shared/count-key.ts';
import { utcDay } from '../../../shared/domain/utc-day.ts';
import type { IngestDeps } from '../ingest-deps.ts';

/**
 * How many accounts a member may bring: so many a UTC day, counted in the database for all processes together, and so
 * many in all (decisions.md, Limits of what one member can do). 1,500 accounts of one device ended the process that
 * serves them.
 */
export interface FirstContacts {
  /** Counts one of the member's, where there is room. @returns whether there is. @throws when the database does not answer */
  take(directory: Directory, memberId: string): Promise<boolean>;
  /** Takes back one that did not come about. */
  giveBack(memberId: string): Promise<void>;
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

  return {
    take: async (directory, memberId) => {
      const day = utcDay(clock());
      if (usedUp.get(memberId) === day || accountsOf(directory, memberId) >= memberAccountsMax) return false;
      const row = await database.maybeOne<{ accounts: number }>({
        text: `with over as (delete from hub.first_contact where day < $2::date - 1)
               insert into hub.first_contact as contact (member, day, accounts)
               values ($1, $2::date, 1)
               on conflict (member, day) do update
               set accounts = contact.accounts + 1
               where contact.accounts < $3
               returning accounts`,
        values: [stored(memberId), day, memberNewAccountsPerDay],
      });
      if (row === null) usedUp.set(memberId, day);
      return row !== null;
    },
    giveBack: async (memberId) => {
      usedUp.delete(memberId);
      try {
        await database.run({
          text: 'update hub.first_contact set accounts = accounts - 1 where member = $1 and day = $2::date and accounts > 0',
          values: [stored(memberId), utcDay(clock())],
        });
      } catch (error) {
        logger.warn({ err: error }, 'an account that could not be taken goes on being counted as a new one');
      }
    },
  };
}

/** That the member owns or contributes to. */
function accountsOf({ accounts }: Directory, memberId: string): number {
  let count = 0;
  for (const { ownerId, contributorIds } of accounts.values()) {
    if (ownerId === memberId || contributorIds.includes(memberId)) count += 1;
  }
  return count;
}
