import { expect, test } from 'vitest';
import { id } from '../../../projections/access/testing/membership.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { payloadReceived } from '../../../shared/events/types/payload-received.ts';
import { openTestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { newestPayloads } from './stored-payloads.ts';

const anybody = { subjects: null, deviceId: null, from: 0 };

test('lists payloads without their bodies, up to the limit of one read or of the scan', async () => {
  const { journal } = await openTestLog();
  const about = { subject: 'aB3xYz91kQw1', source: 'plugin' };
  const sent = { device_id: id(11), plugin: 'plugin', plugin_version: '1.0', body: '"é"' };
  await journal.append(Array.from({ length: 450 }, () => newEvent(payloadReceived, about, sent)));
  const places = (await journal.log.ends(['hub.raw'])).filter(({ end }) => end > 0);
  const newest = (limit: number, scannedRecordsMax: number) =>
    newestPayloads(journal, places, anybody, { limit, scannedRecordsMax });

  const first = await newest(1, 1_000);
  expect([first.payloads.length, first.complete]).toEqual([200, true]);
  expect(first.payloads).toContainEqual({
    id: `${places[0]?.partition}-449`,
    offset: 449,
    receivedAt: expect.any(Number),
    subject: about.subject,
    deviceId: id(11),
    plugin: 'plugin',
    pluginVersion: '1.0',
    bytes: 4,
  });
  const some = await newest(1_000, 300);
  expect([some.payloads.length, some.complete]).toEqual([300, false]);
  const all = await newest(1_000, 450);
  expect([all.payloads.length, all.complete]).toEqual([450, true]);
});
