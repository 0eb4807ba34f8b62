import { clockSql } from '../../../../shared/postgres/clock/clock-sql.ts';
import { brokersAhead } from '../describe-kafka.ts';
import { type Check, type Finding, findingOf, spanOf } from '../finding.ts';

/** Whether this machine, the database and the brokers agree on the time. */
export const clockCheck: Check = {
  name: 'clock',
  look: async (hub) => {
    const database = hub.database();
    // The connection is made first: it would count as a part of the way.
    await database.run({ text: 'select 1' });
    const askedAt = hub.now();
    const { now } = await database.one<{ now: number }>({
      text: `select ${clockSql} as now`,
    });
    const databaseAheadMs = now - (askedAt + hub.now()) / 2;
    return judgeClock({ databaseAheadMs, brokersAheadMs: await brokersAhead(hub) });
  },
};

export interface ClockFacts {
  /** How far the database's clock is ahead of this machine's; ms. */
  readonly databaseAheadMs: number;
  /** How far the clock of a broker is ahead, of the one that differs most; null without Kafka. */
  readonly brokersAheadMs: number | null;
}

/** Times of reports are corrected by the hub's own clock, and presence ends by the database's. */
const skewMaxMs = 2_000;

export function judgeClock({ databaseAheadMs, brokersAheadMs }: ClockFacts): Finding {
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
    `within ${skewMaxMs / 1_000} s of the database's${brokersAheadMs === null ? '' : ' and the brokers’'}`,
  );
}
