import { expect, test } from 'vitest';
import { eventually } from '../../../shared/projection/testing/eventually.ts';
import { openIngestRoom } from '../testing/ingest-room.ts';

test('notes of each device its version and a hash of where it comes from, of a refused one too', async () => {
  const room = await openIngestRoom();
  const member = await room.addMember('Quill');
  const [first, second] = [await room.pair(member), await room.pair(member)];
  const behindProxy = { 'x-forwarded-for': '198.51.100.7, 192.0.2.9' };
  expect((await room.report(first, {}, { headers: behindProxy })).statusCode).toBe(200);
  const old = { 'x-osrs-exporter-version': '1.4' };
  expect((await room.report(second, {}, { headers: old, remoteAddress: '127.0.0.1' })).statusCode).toBe(400);
  expect((await room.report('nobody', {}, { headers: old })).statusCode).toBe(400);

  const noted = await eventually(async () => {
    const rows = await room.database.many<{ client: string; device: string }>({
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

test('notes a device again as soon as it comes with another version', async () => {
  const room = await openIngestRoom();
  const token = await room.pair(await room.addMember('Quill'));
  const notedIs = (version: string) =>
    eventually(async () => {
      expect(await room.database.many({ text: 'select version from hub.plugin_seen' })).toEqual([
        { version },
      ]);
    });
  await room.report(token, {}, { headers: { 'x-osrs-exporter-version': '1.4' } });
  await notedIs('1.4');
  await room.report(token, {}, { headers: { 'x-osrs-exporter-version': '1.6.2' } });
  await notedIs('1.6.2');
});
