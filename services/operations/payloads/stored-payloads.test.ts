import { expect, test } from 'vitest';
import { id } from '../../../projections/access/testing/membership.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { payloadReceived } from '../../../shared/events/types/payload-received.ts';
import { openTestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { newestPayloads, type PayloadPosition } from './stored-payloads.ts';

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
  expect([first.payloads.length, first.cutAt]).toEqual([200, null]);
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
  expect([some.payloads.length, some.cutAt]).toEqual([300, expect.any(Number)]);
  const all = await newest(1_000, 450);
  expect([all.payloads.length, all.cutAt]).toEqual([450, null]);
});

test('a search that stops early says up to which time it searched, and continues from there', async () => {
  const { journal } = await openTestLog();
  const sent = { device_id: id(11), plugin: 'plugin', plugin_version: null, body: '{}' };
  const subjects = ['aB3xYz91kQw1', 'b', 'c', 'd'];
  const minutes = Array.from({ length: 60 }, (_, minute) => 1_700_000_000_000 + minute * 600_000);
  await journal.import(
    minutes.flatMap((at) =>
      subjects.map((subject) => ({
        ...newEvent(payloadReceived, { subject, source: 'plugin' }, sent),
        appendTime: at,
      })),
    ),
  );
  const places = (await journal.log.ends(['hub.raw'])).filter(({ end }) => end > 0);
  const isOld = ({ receivedAt }: { receivedAt: number }) => receivedAt < 1_700_003_000_000;
  const found: number[] = [];
  let searches = 0;
  let before: PayloadPosition | null = null;
  do {
    const { payloads, cutAt } = await newestPayloads(
      journal,
      places,
      { ...anybody, before, accepts: isOld },
      { limit: 100, scannedRecordsMax: 100 },
    );
    found.push(...payloads.flatMap(({ receivedAt }) => (receivedAt > (cutAt ?? 0) ? [receivedAt] : [])));
    before = cutAt === null ? null : { receivedAt: cutAt + 1, id: '' };
    searches += 1;
  } while (before !== null && searches < 20);
  expect(searches).toBeGreaterThan(1);
  expect(found.sort()).toEqual(minutes.filter((_, minute) => minute < 5).flatMap((at) => Array(4).fill(at)));
});
