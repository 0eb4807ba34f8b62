import type { StreamName } from '../../../../shared/events/streams.ts';
import { clockSql } from '../../../../shared/postgres/clock/clock-sql.ts';
import type { Database } from '../../../../shared/postgres/database.ts';
import { kafkaAddress } from '../../../../shared/settings/kafka-settings.ts';
import { isoTime } from '../../../operations/iso-time.ts';
import { type Check, type Finding, findingOf, spanOf } from '../finding.ts';

/** A clock that was ahead leaves records from the future. */
export const timesCheck: Check = {
  name: 'times',
  run: async (hub) => {
    if (kafkaAddress(hub.settings()) !== null) return findingOf([], 'brokers give records their times');
    return judgeTimes(await readNewestTimes(hub.database()));
  },
};

export interface NewestTime {
  readonly stream: StreamName;
  /** The newest append time, epoch ms. */
  readonly at: number;
  /** The database's clock, epoch ms. */
  readonly now: number;
}

/** The clocks of machines in a failover differ by less than this time. */
const aheadMaxMs = 2 * 60_000;

export function judgeTimes(times: readonly NewestTime[]): Finding {
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

function readNewestTimes(database: Database): Promise<NewestTime[]> {
  return database.many<NewestTime>({
    text: `select stream, max(last_time) as at, ${clockSql} as now
           from log.partition
           group by stream
           order by stream`,
  });
}
