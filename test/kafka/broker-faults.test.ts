import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LogUnavailable } from '../../shared/errors/errors.ts';
import type { EventLog } from '../../shared/log/event-log.ts';
import { onceAFile } from '../support/at-end.ts';
import { campaign } from '../support/campaign.ts';
import { deadline, inTime } from '../support/deadline.ts';
import type { KafkaBroker } from '../support/kafka/broker.ts';
import { ownKafkaFor, startOwnBroker, uniquePrefix } from '../support/kafka/kafka.ts';
import { openTestKafkaLog } from '../support/kafka/log.ts';
import { entry } from '../support/log/log-entries.ts';
import { startLogLoad } from '../support/log/log-load.ts';
import { expectAcknowledged, expectGapless, placesAndIds, readAll } from '../support/log/log-records.ts';
import { patient } from '../support/runner/patience.ts';

const kind = await ownKafkaFor('Kafka: faults of the broker');

const { runs: strikes, label } = campaign(10);

/** Three views of one log. */
async function openLogs({ brokers }: KafkaBroker): Promise<[EventLog, EventLog, EventLog]> {
  const prefix = uniquePrefix();
  const open = () => {
    const log = openTestKafkaLog(brokers, prefix);
    onTestFinished(() => log.close());
    return log;
  };
  const logs: [EventLog, EventLog, EventLog] = [open(), open(), open()];
  await logs[0].ensureStreams();
  return logs;
}

const faults = [
  {
    fault: 'is killed and started again',
    strike: async (broker: KafkaBroker) => {
      await broker.kill();
      await sleep(1_000);
      await broker.start();
    },
  },
  {
    fault: 'freezes for longer than requests wait',
    strike: async (broker: KafkaBroker) => {
      await broker.pause();
      await sleep(7_000);
      await broker.resume();
    },
  },
];

describe.skipIf(kind === null)('a broker that breaks under load', () => {
  const theBroker = onceAFile(() => startOwnBroker(kind));

  it.each(faults)(
    `loses no record and stores none twice when it $fault (${label})`,
    { tags: ['deadline'], timeout: patient(180_000 + strikes * 60_000) },
    async ({ strike }) => {
      const broker = theBroker();
      const [first, second, reader] = await openLogs(broker);
      const load = startLogLoad([first, second], reader, { stream: 'hub.xp', perSecond: 200 });
      await load.untilAcknowledged();
      for (let round = 0; round < strikes; round += 1) {
        await sleep(500);
        await strike(broker);
        await load.untilAcknowledged();
      }
      const { followed } = await load.stop();
      const kept = await readAll(reader, ['hub.xp']);
      expectGapless(kept);
      expectAcknowledged(kept, load.acknowledged);
      expect(placesAndIds(followed)).toEqual(placesAndIds(kept));
      expect(load.acknowledged.length).toBeGreaterThan(100);
      expect(Math.max(...load.refusedAfterMs), inTime).toBeLessThan(deadline(5_000));
      report({ acknowledged: load.acknowledged.length, kept: kept.length, silence: load.longestSilenceMs() });
    },
  );

  it('makes appends fail within the deadline while it is down, and accepts appends afterwards', {
    tags: ['deadline'],
    timeout: patient(270_000),
  }, async () => {
    const broker = theBroker();
    const [log, reader] = await openLogs(broker);
    const feed = { stream: 'hub.feed', partition: 0, offset: 0 } as const;
    await log.append([entry('hub.feed', 'a')]);
    await broker.kill();
    const refused = async (work: Promise<unknown>) => {
      const started = performance.now();
      await expect(work).rejects.toThrow(LogUnavailable);
      return performance.now() - started;
    };
    const tookMs = await Promise.all([
      refused(log.append([entry('hub.feed', 'a')])),
      refused(reader.read([feed], { maxRecords: 1, waitMs: 0 })),
    ]);
    expect(Math.max(...tookMs), inTime).toBeLessThan(deadline(4_500));

    await broker.start();
    const back = performance.now();
    await log.append([entry('hub.feed', 'a')], { deadlineMs: 30_000 });
    const [page] = await reader.read([feed], { maxRecords: 10, waitMs: 5_000 });
    expect(page?.records.length).toBeGreaterThan(1);
    report({ worksAgainAfterMs: performance.now() - back });
  });
});

function report(numbers: Record<string, number>): void {
  const rounded = Object.entries(numbers).map(([name, value]) => [name, Math.round(value)]);
  process.stderr.write(
    `${expect.getState().currentTestName}: ${JSON.stringify(Object.fromEntries(rounded))}\n`,
  );
}
