import type { Clock } from '../../../shared/clock.ts';
import { countKey } from '../../../shared/count-key.ts';
import { minuteMs } from '../../../shared/domain/durations.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { ConsoleError } from '../api/console-error.ts';

/** Counts failed sign-ins of addresses, in the database, for all consoles together. */
export interface FailedSignIns {
  /**
   * Carries out a sign-in of an address. Until it ends it counts as a failed one: of many at once ten are looked at, at most.
   * @throws ConsoleError `too_many` for an address that has failed ten times within ten minutes; what `work` throws
   */
  attempt<Result>(address: string, work: (attempt: SignInAttempt) => Promise<Result>): Promise<Result>;
}

export interface SignInAttempt {
  /** It has failed, and goes on counting. @returns whether so few failed of late, over all addresses, that the audit log may have an entry of it */
  fail(): Promise<boolean>;
}

const windowMs = 10 * minuteMs;
const failuresMax = 10;
/** The audit log is kept for years, and anybody can fail. */
const notedMax = 100;

export function createFailedSignIns(database: Database, hubSecret: Buffer, clock: Clock): FailedSignIns {
  const stored = (address: string) => countKey(hubSecret, 'failed sign-in', address);

  /**
   * Counted first and then looked up: of two at once each would miss the other. Many at once may refuse each other, and no lock
   * is held for which the connections of all others would wait. @throws ConsoleError `too_many`, and then it is not counted
   */
  async function begin(address: string, now: number): Promise<void> {
    await database.run({
      text: 'insert into console.failed_sign_in (address, at) values ($1, $2)',
      values: [address, now],
    });
    const tenthBefore = await database.maybeOne<{ at: number }>({
      text: `select at from console.failed_sign_in
             where address = $1 and at > $2
             order by at desc
             offset $3 limit 1`,
      values: [address, now - windowMs, failuresMax],
    });
    if (tenthBefore === null) return;
    await forget(address, now);
    throw tooMany(Math.max(1, tenthBefore.at + windowMs - now));
  }

  /** Of those that began in the same millisecond each is as good as the other. */
  async function forget(address: string, at: number): Promise<void> {
    await database.run({
      text: `delete from console.failed_sign_in
             where ctid = any (array(
               select ctid from console.failed_sign_in
               where address = $1 and at = $2
               limit 1
               for update skip locked
             ))`,
      values: [address, at],
    });
  }

  async function isNoted(): Promise<boolean> {
    await database.run({
      text: 'delete from console.failed_sign_in where at <= $1',
      values: [clock() - windowMs],
    });
    const { failed } = await database.one<{ failed: number }>({
      text: `select count(*)::integer as failed
             from (select from console.failed_sign_in limit $1) as noted`,
      values: [notedMax + 1],
    });
    return failed <= notedMax;
  }

  return {
    attempt: async (address, work) => {
      const [key, at] = [stored(address), clock()];
      await begin(key, at);
      let hasFailed = false;
      const fail = () => {
        hasFailed = true;
        return isNoted();
      };
      try {
        return await work({ fail });
      } finally {
        // Where the database is away it counts for ten minutes, which refuses nobody alone.
        if (!hasFailed) await forget(key, at).catch(() => {});
      }
    },
  };
}

function tooMany(waitMs: number): ConsoleError {
  const minutes = Math.ceil(waitMs / minuteMs);
  const wait = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const message = `too many failed sign-ins from your address: try again in ${wait}`;
  return new ConsoleError('too_many', message, Math.ceil(waitMs / 1_000));
}
