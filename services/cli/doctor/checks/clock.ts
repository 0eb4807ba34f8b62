import type { StreamName } from '../../../../shared/events/streams.ts';
import { clockSql } from '../../../../shared/postgres/clock/clock-sql.ts';
import { kafkaAddress } from '../../../../shared/settings/kafka-settings.ts';
import { isoTime } from '../../../operations/iso-time.ts';
import { brokersAhead } from '../describe-kafka.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf, spanOf } from '../finding.ts';

export const clockCheck = defineCheck('clock', readClocks, judgeClock);

/** How far other clocks are ahead of this machine's clock. */
async function readClocks(hub: ExaminedHub) {
  const database = hub.database();
  // Connects first, so that the connection time does not count as latency.
  await database.run({ text: 'select 1' });
  const askedAt = hub.now();
  const { now } = await database.one<{ now: number }>({ text: `select ${clockSql} as now` });
  const databaseAheadMs = now - (askedAt + hub.now()) / 2;
  return { databaseAheadMs, brokersAheadMs: await brokersAhead(hub) };
}

/**
 * The hub's clock corrects the times of reports, and the database's clock decides who is online.
 */
const skewMaxMs = 2_000;

export function judgeClock({ databaseAheadMs, brokersAheadMs }: FactsOf<typeof readClocks>): Finding {
  const clocks = [
    { whose: 'the database', ahead: databaseAheadMs },
    ...(brokersAheadMs === null ? [] : [{ whose: 'a broker', ahead: brokersAheadMs }]),
  ];
  const faults = clocks
    .filter(({ ahead }) => Math.abs(ahead) > skewMaxMs)
    .map(({ whose, ahead }) => ({
      what: `the clock of ${whose} is ${spanOf(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} this machine's`,
      why: 'players are shown online or offline at the wrong time, and events get wrong times',
      fix: 'let NTP set the clocks of all machines: timedatectl set-ntp true',
    }));
  return findingOf(
    faults,
    `this machine's clock is within ${skewMaxMs / 1_000} s of the ${brokersAheadMs === null ? 'clock of the database' : 'clocks of the database and the brokers'}`,
  );
}

/** A clock that was ahead leaves records from the future. */
export const timesCheck = defineCheck('times', readNewestTimes, judgeTimes);

/** The newest append times, and the database's clock; epoch ms. Null when brokers give times. */
async function readNewestTimes(hub: ExaminedHub) {
  if (kafkaAddress(hub.settings()) !== null) return null;
  return hub.database().many<{ stream: StreamName; at: number; now: number }>({
    text: `select stream, max(last_time) as at, ${clockSql} as now
           from log.partition
           group by stream
           order by stream`,
  });
}

/** The clocks of machines in a failover differ by less than this time. */
const aheadMaxMs = 2 * 60_000;

export function judgeTimes(times: FactsOf<typeof readNewestTimes>): Finding {
  if (times === null) return findingOf([], 'brokers give records their times');
  const ahead = times.filter(({ at, now }) => at - now > aheadMaxMs);
  const sound = 'no record is from the future';
  if (ahead.length === 0) return findingOf([], sound);
  const names = ahead.map(({ stream }) => stream);
  const until = Math.max(...ahead.map(({ at }) => at));
  const aheadMs = Math.max(...ahead.map(({ at, now }) => at - now));
  const codes = names.includes('hub.membership') ? ', and pairing codes do not expire' : '';
  const fault = {
    what: `records of ${names.join(', ')} are ahead of the database's clock, by up to ${spanOf(aheadMs)}`,
    why: `times never decrease, so until ${isoTime(until)} new records of the same partitions get times that are ahead: such records do not expire and are not compacted or packed${codes}`,
    fix:
      'correct the clock of the database if it is wrong: timedatectl set-ntp true on its machine; the problem then ends at that time. ' +
      'To end the problem sooner, restore a backup from before the clock was ahead, which lacks all later records: hub backup list, ' +
      'then hub backup restore into an empty database; later backups and hub log copy keep the wrong times',
  };
  return findingOf([fault], sound);
}
