import type { Clock } from '../../../shared/clock.ts';
import { countKey } from '../../../shared/count-key.ts';
import { minuteMs } from '../../../shared/domain/durations.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { ConsoleError } from '../api/console-error.ts';

/** Counts failed sign-ins of addresses, in the database, for all consoles together. */
export interface FailedSignIns {
  /** @throws ConsoleError `too_many` for an address that has failed ten times within ten minutes */
  requireFew(address: string): Promise<void>;
  /** @returns whether so few failed of late, over all addresses, that the audit log may have an entry of it */
  count(address: string): Promise<boolean>;
}

const windowMs = 10 * minuteMs;
const failuresMax = 10;
/** The audit log is kept for years, and anybody can fail. */
const notedMax = 100;

export function createFailedSignIns(database: Database, hubSecret: Buffer, clock: Clock): FailedSignIns {
  const stored = (address: string) => countKey(hubSecret, 'failed sign-in', address);

  return {
    requireFew: async (address) => {
      const row = await database.maybeOne<{ at: number }>({
        text: `select at from console.failed_sign_in
               where address = $1 and at > $2
               order by at desc
               offset $3 limit 1`,
        values: [stored(address), clock() - windowMs, failuresMax - 1],
      });
      if (row === null) return;
      const waitMs = Math.max(1, row.at + windowMs - clock());
      const message = `too many failed sign-ins from your address: try again in ${Math.ceil(waitMs / minuteMs)} minutes`;
      throw new ConsoleError('too_many', message, Math.ceil(waitMs / 1_000));
    },
    count: async (address) => {
      const now = clock();
      await database.run({
        text: 'delete from console.failed_sign_in where at <= $1',
        values: [now - windowMs],
      });
      await database.run({
        text: 'insert into console.failed_sign_in (address, at) values ($1, $2)',
        values: [stored(address), now],
      });
      const { failed } = await database.one<{ failed: number }>({
        text: `select count(*)::integer as failed
               from (select from console.failed_sign_in limit $1) as noted`,
        values: [notedMax + 1],
      });
      return failed <= notedMax;
    },
  };
}
