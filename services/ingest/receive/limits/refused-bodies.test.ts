import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { noHead, type Plugin } from '../../plugin-adapter.ts';
import { haExporter } from '../../plugins/ha-exporter/adapter.ts';
import { type HaBody, haFixture, lootReport } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { defaultLimits, openTestIngest } from '../../testing/open-test-ingest.ts';
import { createDeviceMemories } from '../device-memory.ts';
import { readWithinLimits } from './read-within-limits.ts';

it('reads no body of a device at its hourly limit, not even with events, until the refused body fits', async () => {
  const memory = createDeviceMemories({ deviceHourlyBytes: 400_000 })('device');
  let now = 0;
  let read = 0;
  const counting: Plugin = {
    ...(haExporter as Plugin),
    read: (request) => {
      read += 1;
      return haExporter.read(request);
    },
  };
  const send = async (body: HaBody) => {
    const request = { head: noHead, body: Buffer.from(JSON.stringify(body)) };
    const outcome = await readWithinLimits(
      counting,
      request,
      memory,
      () => now,
      () => null,
    );
    return [read, 'status' in outcome ? outcome.retryAfter : 'read'];
  };
  expect(await send(lootReport(1, 250_000))).toEqual([1, 'read']);
  expect(await send(lootReport(2, 250_000))).toEqual([2, 3_600]);
  now += 60_000;
  expect(await send(lootReport(3))).toEqual([2, 3_540]);
  expect(await send(haFixture('ha-snapshot'))).toEqual([2, 3_540]);
  now += 3_540_000;
  expect(await send(lootReport(4, 250_000))).toEqual([3, 'read']);
});

it('counts the bytes of reports over the rate limit, because the hub reads such reports for their events', async () => {
  const ingest = await openTestIngest({ limits: { ...defaultLimits, deviceHourlyBytes: 1_000_000 } });
  const device = await ingest.pair(await ingest.addMember('Quill'));
  const codes = new Map<string, number>();
  for (let sent = 0; sent < 70; sent += 1) {
    const { statusCode, headers } = await ingest.report(device, `{"player":"${'x'.repeat(15_000)}`);
    const answer = `${statusCode} ${headers['retry-after'] ?? ''}`;
    codes.set(answer, (codes.get(answer) ?? 0) + 1);
  }
  expect([...codes]).toEqual([
    ['400 ', 60],
    ['429 1', 6],
    ['429 3570', 4],
  ]);
  expect((await ingest.report(device, lootReport(1))).statusCode).toBe(429);
});

it('counts a body that is too large as a report, with the bytes of the largest body', async () => {
  const ingest = await openTestIngest({ limits: { ...defaultLimits, deviceHourlyBytes: 600_000 } });
  const member = await ingest.addMember('Quill');
  const device = await ingest.pair(member);
  const large = async (token: string, times: number, app: FastifyInstance | undefined = undefined) => {
    const answers: unknown[] = [];
    for (let sent = 0; sent < times; sent += 1) {
      const body = 'x'.repeat(256 * 1_024 + 1);
      const { statusCode, headers } = await ingest.report(token, body, app === undefined ? {} : { app });
      answers.push(statusCode === 429 ? [429, headers['retry-after']] : statusCode);
    }
    return answers;
  };
  expect(await large(device, 4)).toEqual([413, 413, [429, '3570'], [429, '3570']]);
  expect((await ingest.report(device, lootReport(1))).statusCode).toBe(429);

  const other = await ingest.pair(member);
  const app = ingest.openIngest({ limits: defaultLimits });
  expect(await large(other, 62, app)).toEqual([...Array(60).fill(413), [429, '1'], [429, '1']]);
  expect((await ingest.report(other, lootReport(2), { app })).statusCode).toBe(200);
});
