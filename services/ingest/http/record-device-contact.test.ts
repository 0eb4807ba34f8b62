import { expect, test } from 'vitest';
import { eventually } from '../../../shared/projection/testing/eventually.ts';
import { openTestIngest } from '../testing/open-test-ingest.ts';

test('records the version and a hash of the address of each device, also of a refused device', async () => {
  const ingest = await openTestIngest();
  const member = await ingest.addMember('Quill');
  const [first, second] = [await ingest.pair(member), await ingest.pair(member)];
  const behindProxy = { 'x-forwarded-for': '198.51.100.7, 192.0.2.9' };
  expect((await ingest.report(first, {}, { headers: behindProxy })).statusCode).toBe(200);
  const old = { 'x-osrs-exporter-version': '1.4' };
  expect((await ingest.report(second, {}, { headers: old, remoteAddress: '127.0.0.1' })).statusCode).toBe(
    400,
  );
  expect((await ingest.report('nobody', {}, { headers: old })).statusCode).toBe(400);

  const noted = await eventually(async () => {
    const rows = await ingest.database.many<{ client: string; device: string }>({
      text: 'select plugin, version, forwarded, from_here, client, device from hub.plugin_seen order by version',
    });
    expect(rows).toMatchObject([
      { plugin: 'ha', version: '1.4', forwarded: 0, from_here: true },
      { plugin: 'ha', version: '1.6.0', forwarded: 2, from_here: false },
    ]);
    return rows;
  });
  expect(new Set(noted.map(({ client }) => client)).size).toBe(2);
  for (const { client, device } of noted)
    expect(`${client} ${device}`).toMatch(/^[0-9A-Za-z+/]{22} [0-9A-Za-z+/]{22}$/);
});

test('records a device again as soon as it has another version', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const notedIs = (version: string) =>
    eventually(async () => {
      expect(await ingest.database.many({ text: 'select version from hub.plugin_seen' })).toEqual([
        { version },
      ]);
    });
  await ingest.report(token, {}, { headers: { 'x-osrs-exporter-version': '1.4' } });
  await notedIs('1.4');
  await ingest.report(token, {}, { headers: { 'x-osrs-exporter-version': '1.6.2' } });
  await notedIs('1.6.2');
});
