import type { Clock } from '../../../shared/clock.ts';
import { countKey } from '../../../shared/count-key.ts';
import { minuteMs } from '../../../shared/domain/durations.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { ConsoleError } from '../console-error.ts';

/** By address, in the database that all consoles share. */
export interface FailedSignIns {
  /**
   * An attempt counts as failed until it ends, so that a limited number runs at once.
   * @throws ConsoleError `too_many` when the address failed too often, `too_many_at_once` while
   * other sign-ins run; errors of `work`
   */
  attempt<Result>(address: string, work: (attempt: SignInAttempt) => Promise<Result>): Promise<Result>;
}

export interface SignInAttempt {
  /**
   * The attempt then keeps counting.
   * @returns whether the audit log may record the failure: recent failures of all addresses are
   * below a limit
   */
  fail(): Promise<boolean>;
}

const windowMs = 10 * minuteMs;
/** An attempt further ahead comes from a wrong clock, and would count until that time. */
const aheadMaxMs = windowMs;
const failuresMax = 10;
/** Most sign-ins end within this time. */
const soonSeconds = 1;
/** The audit log is kept for years, and anybody can fail. */
const notedMax = 100;

export function createFailedSignIns(database: Database, hubSecret: Buffer, clock: Clock): FailedSignIns {
  const stored = (address: string) => countKey(hubSecret, 'failed sign-in', address);

  /**
   * Counts before it checks. Otherwise two concurrent attempts would miss each other. Many may
   * refuse each other, but nobody waits for a lock.
   */
  async function begin(address: string, now: number): Promise<void> {
    await database.run({
      text: 'insert into console.failed_sign_in (address, at, under_way) values ($1, $2, true)',
      values: [address, now],
    });
    const { isFull, tenthFailure } = await readCounted(database, address, now);
    if (!isFull) return;
    await forget(database, { address, at: now });
    throw tenthFailure === null ? tooManyAtOnce() : tooMany(Math.max(1, tenthFailure + windowMs - now));
  }

  async function isNoted(): Promise<boolean> {
    await database.run({
      text: 'delete from console.failed_sign_in where at <= $1 or at > $2',
      values: countedTimes(clock()),
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
      const fail = async () => {
        hasFailed = true;
        await noteFailure(database, { address: key, at });
        return isNoted();
      };
      try {
        return await work({ fail });
      } finally {
        // When the database is away, the attempt keeps counting. One attempt alone refuses nobody.
        if (!hasFailed) await forget(database, { address: key, at }).catch(() => {});
      }
    },
  };
}

/** Attempts count after the first time and up to the second, in epoch ms. */
function countedTimes(now: number): readonly [number, number] {
  return [now - windowMs, now + aheadMaxMs];
}

/**
 * @returns whether more than `failuresMax` attempts count, and the tenth newest failure in epoch
 * ms; null with fewer failures
 */
function readCounted(
  database: Database,
  address: string,
  now: number,
): Promise<{ readonly isFull: boolean; readonly tenthFailure: number | null }> {
  return database.one<{ isFull: boolean; tenthFailure: number | null }>({
    text: `select exists (
             select from console.failed_sign_in
             where address = $1 and at > $2 and at <= $3
             offset $4
           ) as "isFull",
           (
             select at from console.failed_sign_in
             where address = $1 and at > $2 and at <= $3 and not under_way
             order by at desc
             offset $4 - 1 limit 1
           ) as "tenthFailure"`,
    values: [address, ...countedTimes(now), failuresMax],
  });
}

interface Begun {
  readonly address: string;
  readonly at: number;
}

/** Attempts of the same millisecond are equivalent. */
const oneUnderWay = `ctid = any (array(
  select ctid from console.failed_sign_in
  where address = $1 and at = $2 and under_way
  limit 1
  for update skip locked
))`;

async function forget(database: Database, { address, at }: Begun): Promise<void> {
  await database.run({
    text: `delete from console.failed_sign_in where ${oneUnderWay}`,
    values: [address, at],
  });
}

async function noteFailure(database: Database, { address, at }: Begun): Promise<void> {
  await database.run({
    text: `update console.failed_sign_in set under_way = false where ${oneUnderWay}`,
    values: [address, at],
  });
}

function tooManyAtOnce(): ConsoleError {
  const message = 'others sign in from your address now: try again in a moment';
  return new ConsoleError('too_many_at_once', message, soonSeconds);
}

function tooMany(waitMs: number): ConsoleError {
  const minutes = Math.ceil(waitMs / minuteMs);
  const wait = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const message = `too many failed sign-ins from your address: try again in ${wait}`;
  return new ConsoleError('too_many', message, Math.ceil(waitMs / 1_000));
}
