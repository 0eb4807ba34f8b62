import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../../shared/observability/logger.ts';
import { runInProcess } from '../../../test/support/hub/command-line.ts';
import { startTestHub, type TestHub } from '../../../test/support/hub/hub.ts';
import { freePort, temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { readAll } from '../../../test/support/log/log-records.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';

import { readStandaloneSettings } from '../../standalone/settings.ts';
import { connect } from './connect.ts';

const busyAnswersMax = 20;

async function openRunningHub(more: Readonly<Record<string, string>> = {}) {
  const fresh = await freshDatabase('hub');
  const port = await freePort();
  const settings = { DATABASE_URL: fresh.url, DATA_DIR: await temporaryDataDir(null), PORT: String(port) };
  const hub = await startTestHub({ settings: { ...settings, ...more } });

  const run = (more: Readonly<Record<string, string>>, ...args: string[]) =>
    runInProcess({ ...settings, ...more }, args);

  async function command(...args: string[]) {
    const { code, stdout, stderr } = await run({}, ...args, '--json');
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  }

  async function errorOf(...args: string[]): Promise<string> {
    return JSON.parse((await run({}, ...args, '--json')).stderr).error.code;
  }

  return { hub, run, command, errorOf, port, settings, database: fresh.database };
}

test('pairing shows the port of a hub on any free port, and fails while the hub does not run', async () => {
  const fresh = await freshDatabase('hub');
  const settings = { DATABASE_URL: fresh.url, DATA_DIR: await temporaryDataDir(null), PORT: '0' };
  const hub = await startTestHub({ settings });
  const command = (...args: string[]) => runInProcess(settings, [...args, '--json']);
  await command('member', 'add', 'Quill');
  const { port } = new URL(hub.url);
  expect(JSON.parse((await command('pair', 'Quill')).stdout).url).toBe(`http://localhost:${port}`);
  await hub.close();
  expect(JSON.parse((await command('pair', 'Quill')).stderr).error.code).toBe('not_running');
});

test('adding a member without any admin shows how to create an admin', async () => {
  const { run } = await openRunningHub();
  const { stdout } = await run({}, 'member', 'add', 'Quill Fen');
  expect(stdout).toMatch(
    /^Added Quill Fen\. Next: hub pair .*\nNo member is an admin .*: hub member set .*Quill Fen.* --admin\n$/,
  );
  await run({}, 'member', 'set', 'Quill Fen', '--admin');
  expect((await run({}, 'member', 'add', 'Bram')).stdout).toBe('Added Bram. Next: hub pair Bram\n');
});

test('commands without PUBLIC_URL use the PUBLIC_URL of the running hub', async () => {
  const origin = 'http://127.0.0.1:8080';
  const { hub, command, run, settings } = await openRunningHub({ PUBLIC_URL: origin });
  await command('member', 'add', 'Quill');
  const { stdout } = await run({}, 'pair', 'Quill');
  expect(stdout).toContain(`the server ${origin} and`);
  expect(stdout).toContain('works on this machine only');
  expect((await command('sign-in', 'Quill')).link).toMatch(`${origin}/sign-in#token=`);
  const own = { PUBLIC_URL: 'https://hub.example.org' };
  expect((await run(own, 'sign-in', 'Quill')).stdout).toContain('https://hub.example.org/sign-in#');
  const { stdout: found } = await run({}, 'doctor', '--json');
  const { checks } = JSON.parse(found) as { checks: { name: string; detail: string }[] };
  expect(checks.find(({ name }) => name === 'address')?.detail).toContain('works on this machine only');

  // A restart without the setting removes the address.
  await hub.close();
  await startTestHub({ settings });
  expect((await command('sign-in', 'Quill')).link).toMatch(/^http:\/\/localhost:/);
});

test('commands work with a hub of a release that did not publish its PUBLIC_URL', async () => {
  const { database, command } = await openRunningHub({ PUBLIC_URL: 'https://hub.example.org' });
  await command('member', 'add', 'Quill');
  await database.run({ text: 'drop table hub.public_origin' });
  expect((await command('sign-in', 'Quill')).link).toMatch(/^http:\/\/localhost:/);
});

test('a link signs a member in to the console once, and is refused when no console runs', async () => {
  const { hub, command, errorOf, run } = await openRunningHub();
  const { id } = await command('member', 'add', 'Quill');
  const { link, expires_at } = await command('sign-in', 'quill');
  const [origin = '', token = ''] = link.split('/sign-in#token=');
  expect(new URL(origin).port).toBe(new URL(hub.url).port);
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(14 * 60_000);
  const post = (path: string) =>
    fetch(`${hub.url}/console/api/sign-in/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: hub.url },
      body: JSON.stringify({ token }),
    });
  expect((await post('link')).status).toBe(200);
  expect((await post('link')).status).toBe(403);
  expect((await run({}, 'sign-in', 'Quill')).stdout).toMatch(/works on this machine only.*PUBLIC_URL/);
  const { stdout } = await run({ PUBLIC_URL: 'https://hub.example.org' }, 'sign-in', 'Quill');
  expect(stdout).toMatch(
    /^This link signs Quill in once, within 15 minutes:\nhttps:\/\/hub\.example\.org\/sign-in#token=[\w-]{43}\n$/,
  );
  const { entries } = await command('audit', '--action', 'sign-in-link-made');
  expect(entries).toHaveLength(3);
  expect(entries[0]).toMatchObject({ actor: expect.stringMatching(/^cli:/), subject: id });
  expect(await errorOf('sign-in', 'Bram')).toBe('unknown_member');
  await hub.close();
  expect(await errorOf('sign-in', 'Quill')).toBe('not_running');
});

test('a pairing code has five digits and is valid for five minutes; a member has at most three', async () => {
  const { command, errorOf, run } = await openRunningHub();
  await command('member', 'add', 'Quill');
  const { code, expires_at } = await command('pair', 'Quill');
  expect(code).toMatch(/^[0-9]{5}$/);
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(270_000);
  expect(Date.parse(expires_at) - Date.now()).toBeLessThan(330_000);
  const { stdout: local } = await run({}, 'pair', 'Quill');
  expect(local).toMatch(/code [0-9]{5} for Quill/);
  expect(local).toContain('works on this machine only');
  const { stdout: open } = await run({ PUBLIC_URL: 'https://hub.example.org' }, 'pair', 'quill');
  expect(open).toContain('the server https://hub.example.org and');
  expect(open).not.toContain('this machine only');
  expect(await errorOf('pair', 'Quill')).toBe('too_many_codes');
});

const report = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);

test('a plugin pairs with the code of a command and its account is listed, shared and hidden', async () => {
  const { hub, command, port } = await openRunningHub();
  await command('member', 'add', 'Quill');
  await command('member', 'add', 'Bram');
  const { code, url } = await command('pair', 'Quill');
  expect(url).toBe(`http://localhost:${port}`);
  const token = await hub.pairWith(code);
  expect((await hub.report(token, await readFile(report))).status).toBe(200);

  const { key } = await command('key', 'create', '--member', 'Bram', '--categories', 'stats,activity');
  const shown = await hub.getUntil('/accounts', {
    key,
    withinMs: 5_000,
    seen: ({ body }) => body.meta?.count === 1,
  });
  const [{ id, name }] = shown.body.data;
  const { accounts } = await command('account', 'list');
  expect(accounts).toMatchObject([
    { id, name, owner: 'Quill', contributors: [], sharing: { stats: { audience: 'guild', with: [] } } },
  ]);
  const { devices } = await command('device', 'list');
  expect(devices).toMatchObject([{ member: 'Quill', plugin: 'ha', status: 'active' }]);

  // No wait here, because a change is in effect when its command returns.
  const share = await command('share', name, 'stats', 'selected', '--with', 'bram');
  expect(share).toEqual({ account: id, category: 'stats', audience: 'selected', with: ['Bram'] });
  await command('share', id, 'activity', 'private');
  const narrowed = await hub.get(`/accounts/${id}`, { key });
  expect(narrowed.body.data.categories).toEqual(['stats']);
  await command('share', id, 'stats', 'private');
  expect((await hub.get(`/accounts/${id}`, { key })).status).toBe(404);

  await command('device', 'revoke', devices[0].id);
  expect((await hub.report(token, await readFile(report))).status).toBe(401);
});

test('a key is refused as soon as a command has revoked it or has marked its member as left (read-api 5 rule 3)', async () => {
  const { hub, command } = await openRunningHub();
  await command('member', 'add', 'Quill');
  const create = ['key', 'create', '--member', 'Quill', '--categories', 'stats'];
  for (let round = 0; round < 5; round += 1) {
    const { key, prefix } = await command(...create);
    expect(await statusOfMe(hub, key)).toBe(200);
    await command('key', 'revoke', prefix);
    expect(await statusOfMe(hub, key)).toBe(401);
  }
  const { key } = await command(...create);
  await command('member', 'leave', 'Quill');
  expect(await statusOfMe(hub, key)).toBe(401);
});

/** Asks again after a 503, which a busy hub answers and which grants no access. */
async function statusOfMe(hub: TestHub, key: string): Promise<number> {
  for (let busy = 0; ; busy += 1) {
    const { status } = await hub.get('/me', { key });
    if (status !== 503 || busy === busyAnswersMax) return status;
    await setTimeout(250);
  }
}

test('the decommission switch answers plugins 410 and leaves the read API alone (read-api 7 "decommission")', async () => {
  const { hub, command } = await openRunningHub();
  const { key } = await command('key', 'create', '--service', '--name', 'map', '--categories', 'stats');
  await command('decommission', 'on');
  expect((await hub.report('any', {})).status).toBe(410);
  expect((await hub.get('/me', { key })).status).toBe(200);
  await command('decommission', 'off');
  expect((await hub.report('any', {})).status).toBe(401);
});

test('events from the command line name it as their source and actor', async () => {
  const { command, settings } = await openRunningHub();
  await command('member', 'add', 'Quill');
  await command('member', 'set', 'Quill', '--time-zone', 'Europe/Paris');
  await command('pair', 'Quill');
  const { prefix } = await command('key', 'create', '--member', 'Quill', '--categories', 'stats');
  await command('key', 'set', prefix, '--name', 'bot');
  await command('key', 'revoke', prefix);
  await command('decommission', 'on');
  await command('member', 'leave', 'Quill');
  const logger = createLogger({ name: 'test', level: 'silent' });
  const { journal, close } = await connect(readStandaloneSettings(settings), logger);
  onTestFinished(close);
  const decoded = await journal.decode(await readAll(journal.log, ['hub.membership']));
  const given = decoded.flatMap((record) => (record.kind === 'event' ? [record.event] : []));
  expect(given.map(({ type }) => type)).toEqual([
    ...['member-added', 'member-changed', 'pairing-code-made', 'key-created', 'key-changed', 'key-revoked'],
    ...['decommission-switched', 'member-left'],
  ]);
  for (const { source, data } of given) {
    expect(source).toBe('cli');
    expect(data).toHaveProperty('actor', 'cli');
  }
});
