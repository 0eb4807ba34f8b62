import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { removeMember } from '../../../projections/access/commands/members/remove-member.ts';
import { pause } from '../../../shared/async/waiting.ts';
import { eventually } from '../../../shared/projection/testing/eventually.ts';
import { reportFixture } from '../testing/first-report.ts';
import { openTestIngest, type TestIngest } from '../testing/open-test-ingest.ts';

interface SeenDevice {
  readonly plugin: string;
  readonly version: string | null;
  readonly at: number;
  readonly used_at: number | null;
  readonly unused: number;
  readonly refusal: string | null;
  readonly refused_at: number | null;
}

const seen = ({ database }: TestIngest) =>
  database.many<SeenDevice>({ text: 'select * from hub.plugin_seen order by plugin, version' });
const messages = ({ database }: TestIngest) =>
  database.many({ text: 'select kind, messages from hub.device_message order by kind' });

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
  await ingest.report(token, {}, { headers: { 'x-osrs-exporter-version': '1.4' } });
  await notedIs('1.4');
});

test('records a device soon after the database was away', async () => {
  const { ingest, token } = await openDevice();
  let isAway = true;
  const metrics = new Registry();
  const run: TestIngest['database']['run'] = (query) =>
    isAway ? Promise.reject(new Error('the database is away')) : ingest.database.run(query);
  const app = ingest.openIngest({ database: { ...ingest.database, run }, metrics });
  const report = () => ingest.report(token, {}, { app });
  expect((await report()).statusCode).toBe(200);
  await pause(1_500);
  expect(await metrics.getSingleMetricAsString('hub_side_work_failures_total')).toMatch(
    /of="device-contacts"\} 1\n.*of="old-device-contacts"\} 1/,
  );
  isAway = false;
  expect((await report()).statusCode).toBe(200);
  await eventually(async () => {
    expect(await seen(ingest)).toMatchObject([{ version: '1.6.0', unused: 1 }]);
  });
});

async function openDevice() {
  const ingest = await openTestIngest();
  const memberId = await ingest.addMember('Quill');
  const token = await ingest.pair(memberId);
  const app = ingest.openIngest();
  const group = (body: string) =>
    app.inject({
      method: 'POST',
      url: '/api/group/hub/update-group-member',
      headers: { authorization: token, 'user-agent': 'GroupIronmenTracker/1.7.0 RuneLite/1.11.9' },
      payload: body,
    });
  return { ingest, memberId, token, app, group };
}

test('counts the messages of a device by kind, and when a message was used', async () => {
  const { ingest, group } = await openDevice();
  const update = JSON.parse(reportFixture('gim-update-full'));
  const { coordinates, skills } = update;
  expect((await group(JSON.stringify({ name: 'Tern Hollow', coordinates }))).statusCode).toBe(200);
  expect((await group(JSON.stringify({ name: 'Tern Hollow', coordinates, skills }))).statusCode).toBe(200);
  expect((await group(JSON.stringify({ name: 'Tern Hollow' }))).statusCode).toBe(200);
  await eventually(async () => {
    expect(await messages(ingest)).toEqual([
      { kind: 'coordinates', messages: 2 },
      { kind: 'other', messages: 1 },
      { kind: 'skills', messages: 1 },
    ]);
  });
  expect(await seen(ingest)).toMatchObject([
    { plugin: 'gim', version: '1.7.0', used_at: ingest.now, unused: 0, refusal: null, refused_at: null },
  ]);
});

test('counts the reports of each hour, and the refused reports among them', async () => {
  const { ingest, group } = await openDevice();
  for (const body of ['{"name":"Tern Hollow"}', '{']) await group(body);
  const hours = () => ingest.database.many({ text: 'select hour, reports, refused from hub.report_hour' });
  const hour = ingest.now - (ingest.now % 3_600_000);
  await eventually(async () => expect(await hours()).toEqual([{ hour, reports: 2, refused: 1 }]));
  await ingest.database.run({ text: 'select hub.delete_old_contacts($1)', values: [hour + 1] });
  expect(await hours()).toEqual([]);
});

test('counts messages without any usable part, until a message is used again', async () => {
  const { ingest, group, app } = await openDevice();
  for (const body of ['{}', '{', '{"name":7}']) await group(body);
  await eventually(async () => {
    expect(await seen(ingest)).toMatchObject([{ used_at: null, unused: 3, refusal: 'malformed' }]);
  });
  await group('{"name":"Tern Hollow","coordinates":[3200,3200,0]}');
  await eventually(async () => {
    expect(await seen(ingest)).toMatchObject([{ used_at: ingest.now, unused: 0 }]);
  });
  await group('{}');
  await app.close();
  expect(await seen(ingest)).toMatchObject([{ used_at: ingest.now, unused: 1 }]);
});

test('records why a device was refused, also after its member left', async () => {
  const { ingest, memberId, token, group } = await openDevice();
  const refusedWith = (refusal: string) =>
    eventually(async () => {
      expect(await seen(ingest)).toMatchObject([{ refusal, refused_at: ingest.now, used_at: null }]);
    });
  await ingest
    .openIngest()
    .inject({ method: 'GET', url: '/api/osrs-data/events', headers: { 'x-osrs-token': token } });
  await refusedWith('wrong_method');
  await ingest.runCommand((known) => removeMember(known, { memberId, actor: 'cli' }));
  expect((await group('{}')).statusCode).toBe(401);
  await refusedWith('unknown_device');
});

test('records the places of skills that this release does not know, and deletes old records', async () => {
  const { ingest, group } = await openDevice();
  const old = ingest.now - 91 * 86_400_000;
  await ingest.database.run({
    text: `insert into hub.plugin_seen (device, plugin, version, client, from_here, forwarded, at)
           values ('old', 'ha', '1.5.0', 'client', true, 0, $1);
           insert into hub.device_message values ('old', 'loot', 3, $1);
           insert into hub.unknown_skill values ('gim', 30, $1)`.replaceAll('$1', String(old)),
  });
  const { skills } = JSON.parse(reportFixture('gim-update-full'));
  await group(JSON.stringify({ name: 'Tern Hollow', skills: [...skills, 5, 6] }));
  await eventually(async () => {
    expect(await ingest.database.many({ text: 'select * from hub.unknown_skill order by place' })).toEqual([
      { plugin: 'gim', place: 25, at: ingest.now },
      { plugin: 'gim', place: 26, at: ingest.now },
    ]);
  });
  expect(await seen(ingest)).toMatchObject([{ plugin: 'gim' }]);
  expect(await messages(ingest)).toEqual([{ kind: 'skills', messages: 1 }]);
});
