import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import { hourMs } from '../../../shared/domain/durations.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { payloadReceived } from '../../../shared/events/types/payload-received.ts';
import { sampleReport } from '../../../test/support/hub/sample-report.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin } from '../testing/signed-in-member.ts';

const device = '00000000-0000-4000-8000-000000000011';
const silent = '00000000-0000-4000-8000-000000000012';
const account = 'aB3xYz91kQw1';

test('admins see no payload that is older than RAW_PAYLOAD_RETENTION_HOURS, even before it is deleted', async () => {
  const site = await openTestConsole({ settings: { RAW_PAYLOAD_RETENTION_HOURS: '10' } });
  const ada = await createSignedInAdmin(site, 'Ada');
  await site.hub.append([given.code(ada.id, 'code'), given.pairing(device, 'code', ada.id)]);
  const now = Date.now();
  const payload = (hours: number) => ({
    ...newEvent(
      payloadReceived,
      { subject: account, source: 'ha' },
      { device_id: device, plugin: 'ha', plugin_version: null, body: `sent ${hours} hours ago` },
    ),
    appendTime: now - hours * hourMs,
  });
  await site.hub.core.journal.import([payload(11), payload(9)]);
  const { payloads, complete } = await ada.get('admin/payloads');
  const receivedAt = new Date(now - 9 * hourMs).toISOString();
  expect({ payloads, complete }).toMatchObject({ payloads: [{ received_at: receivedAt }], complete: true });

  const [partition, offset] = payloads[0].id.split('-');
  const expired = `${partition}-${Number(offset) - 1}`;
  expect(await ada.give(`admin/payloads/${payloads[0].id}/show`)).toMatchObject({
    body: { body: 'sent 9 hours ago' },
  });
  expect((await ada.give(`admin/payloads/${expired}/show`)).body.error.message).toContain('no payload');
});

test('admins page back to older payloads, and choose by kind and outcome', async () => {
  const site = await openTestConsole();
  const ada = await createSignedInAdmin(site, 'Ada');
  await site.hub.append([given.code(ada.id, 'code'), given.pairing(device, 'code', ada.id)]);
  await site.hub.append([given.code(ada.id, 'second'), given.pairing(silent, 'second', ada.id)]);
  const [snapshot, loot] = [await sampleReport('ha-snapshot'), await sampleReport('ha-loot')];
  const now = Date.now();
  const payload = (hours: number, subject: string, report: object) => ({
    ...newEvent(
      payloadReceived,
      { subject, source: 'ha' },
      { device_id: device, plugin: 'ha', plugin_version: null, body: JSON.stringify(report) },
    ),
    appendTime: now - hours * hourMs,
  });
  // Two of one moment, in one partition.
  await site.hub.core.journal.import([
    payload(40, account, loot),
    ...[30, 20, 20, 10].map((hours) => payload(hours, account, snapshot)),
    payload(25, ada.id, snapshot),
    payload(5, 'cD3xYz91kQw2', snapshot),
  ]);
  const hoursOf = ({ payloads }: { payloads: { received_at: string }[] }) =>
    payloads.map(({ received_at: at }) => (now - Date.parse(at)) / hourMs);
  const pages = [];
  for (let before = ''; before !== null && pages.length < 9; ) {
    const page = await ada.get(`admin/payloads?limit=2${before && `&before=${before}`}`);
    pages.push(hoursOf(page));
    before = page.older;
  }
  expect(pages).toEqual([[5, 10], [20, 20], [25, 30], [40]]);

  expect(hoursOf(await ada.get(`admin/payloads?before=${now - 20 * hourMs}`))).toEqual([25, 30, 40]);
  expect(hoursOf(await ada.get('admin/payloads?outcome=unknown+account'))).toEqual([25]);
  expect(hoursOf(await ada.get('admin/payloads?outcome=used&limit=1'))).toEqual([5]);
  const { all_kinds: kinds } = await ada.get('admin/payloads?limit=1');
  expect(kinds).toContain('Loot');
  expect(hoursOf(await ada.get('admin/payloads?kind=Loot'))).toEqual([40]);
  expect(hoursOf(await ada.get(`admin/payloads?account=cD3xYz91kQw2&device=${device}`))).toEqual([5]);
  expect(hoursOf(await ada.get(`admin/payloads?account=cD3xYz91kQw2&device=${silent}`))).toEqual([]);
  expect((await ada.get('admin/payloads?before=yesterday')).error.code).toBe('invalid');
});
