import type { StreamName } from '../../../../shared/events/streams.ts';
import { clockSql } from '../../../../shared/postgres/clock/clock-sql.ts';
import { kafkaAddress } from '../../../../shared/settings/kafka-settings.ts';
import { isoTime } from '../../../operations/iso-time.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf, spanOf } from '../finding.ts';

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
