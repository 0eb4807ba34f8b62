import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { pause } from '../../async/waiting.ts';
import { LogUnavailable } from '../../errors/errors.ts';
import type { EventLog } from '../../log/event-log.ts';
import { prepareGenerations } from '../generations/generations.ts';
import { runProjections } from '../run-projections.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { liveGeneration, takeAll } from '../testing/step-projector.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { poison, xp } from '../testing/xp-records.ts';

test('shows batches and parked records, and the lag of each partition', async () => {
  const { registry, log } = await openMeasured();
  await log.journal.append([xp('a', 1), poison('b'), xp('b', 1)]);
  await eventually(async () => {
    const metrics = await registry.metrics();
    expect(metrics).toContain('projection_parked_records_total{projection="tally"} 2');
    expect(metrics).toMatch(/projection_batch_records_sum\{projection="tally"\} 3/);
  });
  const metrics = await registry.metrics();
  expect(lines(metrics, 'projection_lag_records')).toHaveLength(12);
  expect(lines(metrics, 'projection_lag_seconds')).toHaveLength(12);
  expect(metrics).toContain('projection_lag_records{projection="tally",stream="hub.xp",partition="0"} 0');
  expect(metrics).not.toMatch(/subject|account_id/);
});

test('lag grows while a partition cannot be projected', async () => {
  const save = async () => {
    throw new Error('the disk is full');
  };
  const { registry, log } = await openMeasured({ ...tallyProjection, save });
  await log.journal.append([xp('a', 1), xp('a', 2)]);
  await eventually(async () => {
    const metrics = await registry.metrics();
    expect(Math.max(...values(metrics, 'projection_lag_records'))).toBe(2);
    expect(Math.max(...values(metrics, 'projection_lag_seconds'))).toBeGreaterThan(0);
    expect(Math.max(...values(metrics, 'projection_retries_total'))).toBeGreaterThan(0);
  });
});

test('the lag in records stays, and the lag in seconds grows, while the leader of a partition does not answer', async () => {
  const save = async () => {
    throw new Error('the disk is full');
  };
  let unanswered = 0;
  let isAway = false;
  const { registry, log } = await openMeasured(
    { ...tallyProjection, save },
    async (read, places, options) => {
      if (!isAway) return read(places, options);
      unanswered += 1;
      await pause(50, options.signal);
      // A read of Kafka answers like this when only other brokers answered.
      return places.map(({ stream, partition, offset }) => {
        return { stream, partition, records: [], start: offset, end: offset, reachedEnd: false };
      });
    },
  );
  await log.journal.append([xp('a', 1), xp('a', 2)]);
  const lag = async (name: string) => Math.max(...values(await registry.metrics(), `projection_lag_${name}`));
  await eventually(async () => expect(await lag('records')).toBe(2));
  isAway = true;
  await eventually(() => expect(unanswered).toBeGreaterThan(2));
  expect(await lag('records')).toBe(2);
  const seconds = await lag('seconds');
  await eventually(async () => expect(await lag('seconds')).toBeGreaterThan(seconds));
});

test('the age of watermarks grows in a process that could not read the log since its start', async () => {
  const { registry } = await openMeasured(tallyProjection, async () => {
    throw new LogUnavailable('the log is away');
  });
  await eventually(async () => {
    const ages = values(await registry.metrics(), 'projection_watermark_age_seconds');
    expect(ages).toHaveLength(12);
    expect(Math.min(...ages)).toBeGreaterThan(0.2);
  });
});

test('counts a batch that was refused because the partition was taken', async () => {
  const { registry, log, projector } = await openMeasured();
  const generation = await liveGeneration(log.database, tallyProjection);
  await eventually(() => expect(projector.held()).toBe(12));
  await takeAll(log.database, generation);
  await log.journal.append([xp('a', 1)]);
  await eventually(async () => {
    const metrics = await registry.metrics();
    expect(values(metrics, 'projection_fence_conflicts_total')).toEqual([1]);
  });
});

test('counters of faults start at 0, so that the first fault is an increase', async () => {
  const { registry } = await openMeasured();
  const metrics = await registry.metrics();
  for (const name of ['fence_conflicts', 'retries', 'parked_records'])
    expect(lines(metrics, `projection_${name}_total`)).toEqual([
      `projection_${name}_total{projection="tally"} 0`,
    ]);
});

type Read = EventLog['read'];

/** @param read replaces the projector's reads of the log */
async function openMeasured(
  projection = tallyProjection,
  read: (whole: Read, ...asked: Parameters<Read>) => ReturnType<Read> = (whole, ...asked) => whole(...asked),
) {
  const log = await openTestLog();
  const { journal } = log;
  const measured: Read = (...asked) => read(journal.log.read, ...asked);
  await prepareGenerations(log.database, [projection]);
  const registry = new Registry();
  const projector = runProjections({
    ...log,
    journal: { ...journal, log: { ...journal.log, read: measured } },
    projections: [projection],
    metrics: registry,
  });
  onTestFinished(() => projector.stop());
  return { registry, log, projector };
}

function lines(metrics: string, name: string): string[] {
  return metrics.split('\n').filter((line) => line.startsWith(`${name}{`));
}

function values(metrics: string, name: string): number[] {
  return lines(metrics, name).map((line) => Number(line.slice(line.lastIndexOf(' '))));
}
