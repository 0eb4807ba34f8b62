import type { StreamName } from '../../../../shared/events/streams.ts';
import { clockSql } from '../../../../shared/postgres/clock/clock-sql.ts';
import type { Database } from '../../../../shared/postgres/database.ts';
import { kafkaAddress } from '../../../../shared/settings/kafka-settings.ts';
import { isoTime } from '../../../operations/iso-time.ts';
import { type Check, type Finding, findingOf, spanOf } from '../finding.ts';

/** Whether the log in the database has records of a time that is still to come, as a clock that was ahead for a moment leaves them. */
export const timesCheck: Check = {
  name: 'times',
  look: async (hub) => {
    if (kafkaAddress(hub.settings()) !== null) return findingOf([], 'brokers give records their times');
    return judgeTimes(await readNewestTimes(hub.database()));
  },
};

export interface NewestTime {
  readonly stream: StreamName;
  /** The newest append time of its partitions, epoch ms. */
  readonly at: number;
  /** The database's clock, epoch ms. */
  readonly now: number;
}

/** Beyond what clocks of machines that take over from each other differ by. */
const aheadMaxMs = 2 * 60_000;

export function judgeTimes(times: readonly NewestTime[]): Finding {
  const ahead = times.filter(({ at, now }) => at - now > aheadMaxMs);
  const sound = 'no record is of a time that is still to come';
  if (ahead.length === 0) return findingOf([], sound);
  const names = ahead.map(({ stream }) => stream);
  const until = Math.max(...ahead.map(({ at }) => at));
  const aheadMs = Math.max(...ahead.map(({ at, now }) => at - now));
  const codes = names.includes('hub.membership') ? ', and pairing codes do not end' : '';
  const fault = {
    what: `records of ${names.join(', ')} are ahead of the database's clock, by up to ${spanOf(aheadMs)}`,
    why: `times never fall, so new records of these partitions get that time until ${isoTime(until)}: till then none of them expires, is compacted or packed${codes}`,
    fix:
      'set the clock of the database right if it is wrong: timedatectl set-ntp true on its machine; then it ends by itself at that time. ' +
      'Only a backup from before the clock was ahead ends it sooner, without what came since: hub backup list, then hub backup restore ' +
      'into an empty database; backups from after that and hub log copy keep these times',
  };
  return findingOf([fault], sound);
}

/** By stream, in the order of their names. */
function readNewestTimes(database: Database): Promise<NewestTime[]> {
  return database.many<NewestTime>({
    text: `select stream, max(last_time) as at, ${clockSql} as now
           from log.partition
           group by stream
           order by stream`,
  });
}
