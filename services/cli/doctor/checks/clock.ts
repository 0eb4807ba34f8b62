import { clockSql } from '../../../../shared/postgres/clock/clock-sql.ts';
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
