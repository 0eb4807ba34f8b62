import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { accessProjection } from '../../../projections/access/projection.ts';
import { versionKey } from '../../../shared/projection/generations/generation.ts';
import { type Ran, runInProcess } from '../../../test/support/hub/command-line.ts';
import { commandNames } from '../../../test/support/hub/command-names.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import type { Beginning } from '../../../test/support/postgres/templates.ts';

async function openCommandLine(beginning: Beginning = 'hub') {
  const { url, database } = await freshDatabase(beginning);
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-commands-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, PUBLIC_URL: 'https://hub.example.org' };
  const hub = (...args: string[]): Promise<Ran> => runInProcess(settings, args);

  async function json(...args: string[]) {
    const { code, stdout, stderr } = await hub(...args, '--json');
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  }

  async function errorOf(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await hub(...args, '--json');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return JSON.parse(stderr).error.code;
  }

  return { hub, json, errorOf, settings, database };
}

test('members are added, changed, listed, and leave', async () => {
  const { hub, json, errorOf } = await openCommandLine();
  const quill = await json('member', 'add', 'Quill Fen', '--chat-id', '42', '--time-zone', 'Europe/Paris');
  expect(quill).toEqual({
    id: expect.any(String),
    name: 'Quill Fen',
    chat_id: '42',
    time_zone: 'Europe/Paris',
    status: 'active',
    is_admin: false,
  });
  expect(await errorOf('member', 'add', 'quill_fen')).toBe('name_taken');
  expect(await errorOf('member', 'add', 'Bram', '--chat-id', '42')).toBe('chat_id_taken');
  const renamed = await json('member', 'set', 'quill fen', '--name', 'Quill', '--no-chat-id');
  expect(renamed).toEqual({ ...quill, name: 'Quill', chat_id: null });
  const left = { ...renamed, status: 'left' };
  expect(await json('member', 'leave', 'Quill')).toEqual(left);
  const again = await json('member', 'add', 'Quill');
  expect(again).toMatchObject({ chat_id: null, time_zone: 'UTC', status: 'active' });
  expect(await json('member', 'list')).toEqual({ members: [again, left] });
  expect((await hub('member', 'list')).stdout).toContain(`${left.id}  ${left.name}`);
  expect(await errorOf('member', 'set', 'Bram', '--name', 'B')).toBe('unknown_member');
});

test('members become admins and stop being admins, except the last admin', async () => {
  const { json, errorOf } = await openCommandLine();
  const quill = await json('member', 'add', 'Quill', '--admin');
  expect(quill).toMatchObject({ name: 'Quill', is_admin: true });
  for (const input of [
    ['set', 'Quill', '--no-admin'],
    ['leave', 'Quill'],
    ['erase', 'Quill', '--yes'],
  ]) {
    expect(await errorOf('member', ...input)).toBe('last_admin');
  }
  await json('member', 'add', 'Bram');
  const bram = await json('member', 'set', 'Bram', '--admin', '--name', 'Bram Oak');
  expect(bram).toMatchObject({ name: 'Bram Oak', is_admin: true });
  expect(await json('member', 'set', 'Quill', '--no-admin')).toEqual({ ...quill, is_admin: false });
  const { members } = await json('member', 'list');
  expect(members).toEqual([bram, { ...quill, is_admin: false }]);
});

test("a command works although a killed projector's last heartbeat is an hour ahead", async () => {
  const { json, database } = await openCommandLine();
  await json('member', 'add', 'Quill');
  const { prefix } = await json(
    'key',
    'create',
    '--member',
    'quill',
    '--name',
    'bot',
    '--categories',
    'events',
  );
  const member = randomUUID();
  await database.run({
    text: `insert into projection.member (id, seen_at, runs) values ($1, clock_timestamp() + interval '1 hour', $2)`,
    values: [member, [versionKey(accessProjection)]],
  });
  await database.run({ text: 'update projection.checkpoint set owner = $1', values: [member] });
  expect(await json('key', 'revoke', prefix)).toEqual({ prefix, revoked: true });
});

test('a name that begins with a dash works after --, as the hints show', async () => {
  const { hub } = await openCommandLine();
  expect(await hub('member', 'add', '-dash')).toMatchObject({
    code: 2,
    stderr: "hub: unknown option '-dash'; a name that begins with - goes after --; --help shows the usage\n",
  });
  const { stdout } = await hub('member', 'add', '--', '-dash');
  expect(stdout).toContain('Next: hub pair -- -dash\n');
  expect(stdout).toContain('hub member set --admin -- -dash\n');
  expect((await hub('member', 'set', '--admin', '--', '-dash')).stdout).toBe('Changed -dash.\n');
});

test('a name with a line break or another control character is refused in one line', async () => {
  const { hub, json } = await openCommandLine();
  for (const name of ['new\nline', 'be\u0007ll']) {
    const { code, stderr } = await hub('member', 'add', name);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^hub: .*A name has 1 to 32 characters, and no control characters; --help.*\n$/);
    const key = await hub('key', 'create', '--service', '--categories', 'stats', '--name', name);
    expect([key.code, key.stderr]).toEqual([2, expect.stringContaining('no control characters')]);
  }
  expect(await json('member', 'list')).toEqual({ members: [] });
});

test('no plugin can pair while no hub runs', async () => {
  const { json, errorOf } = await openCommandLine();
  await json('member', 'add', 'Quill');
  expect(await errorOf('pair', 'Quill')).toBe('not_running');
});

test('--version prints the release and its commit', async () => {
  const { hub } = await openCommandLine();
  const { code, stdout, stderr } = await hub('--version');
  expect([code, stderr]).toEqual([0, '']);
  const [version, commit] = stdout.split(' (commit ');
  expect(version).toBe(packageJson.version);
  expect(commit).toMatch(/^([0-9a-f]{12}|unknown)\)\n$/);
});

test('a key is shown once, listed without its secret, changed and revoked (read-api 5 rule 2)', async () => {
  const { json, errorOf } = await openCommandLine();
  await json('member', 'add', 'Quill');
  const made = await json(
    ...['key', 'create', '--member', 'quill', '--name', 'bot', '--categories', 'events,stats'],
    ...['--expires-days', '30'],
  );
  expect(made).toMatchObject({
    id: expect.any(String),
    key: expect.stringMatching(/^hub_[0-9A-Za-z]{10}_[0-9A-Za-z]{43}$/),
    kind: 'user',
    categories: ['stats', 'events'],
    account_scope: 'all_visible',
    rate_limit_per_minute: 120,
  });
  expect(Date.parse(made.expires_at) - Date.now()).toBeGreaterThan(29 * 86_400_000);
  expect(made.key.split('_')[1]).toBe(made.prefix);
  const { key: _, ...listed } = made;
  expect(await json('key', 'list')).toEqual({ keys: [{ ...listed, last_used_at: null }] });
  const changed = ['--categories', 'activity', '--no-expires-days', '--name', 'map'];
  expect(await json('key', 'set', `hub_${made.prefix}`, ...changed)).toEqual({
    ...listed,
    name: 'map',
    categories: ['activity'],
    expires_at: null,
  });
  expect(await errorOf('key', 'set', made.prefix, '--rate-limit', '60')).toBe('user_key_limit');
  expect(await json('key', 'revoke', made.prefix)).toEqual({ prefix: made.prefix, revoked: true });
  expect(await json('key', 'list')).toMatchObject({ keys: [{ prefix: made.prefix, status: 'revoked' }] });
  expect(await errorOf('key', 'set', made.prefix, '--name', 'again')).toBe('key_revoked');
  expect(await errorOf('key', 'revoke', 'nothing')).toBe('unknown_key');
});

test('a service key has its own limit and no member', async () => {
  const { json, errorOf } = await openCommandLine();
  const create = ['key', 'create', '--service', '--name', 'map', '--categories', 'location_live'];
  expect(await json(...create)).toMatchObject({ kind: 'service', member: null, rate_limit_per_minute: 600 });
  expect(await json(...create, '--rate-limit', '6000')).toMatchObject({ rate_limit_per_minute: 6_000 });
  expect(await errorOf(...create, '--accounts', 'a1')).toBe('unknown_account');
});

test('the decommission switch shows when it was switched on', async () => {
  const { json } = await openCommandLine();
  const off = { decommissioned: false, since: null };
  expect(await json('decommission', 'status')).toEqual(off);
  const on = await json('decommission', 'on');
  expect(on).toEqual({ decommissioned: true, since: expect.stringMatching(/Z$/) });
  expect(await json('decommission', 'status')).toEqual(on);
  expect(await json('decommission', 'off')).toEqual(off);
});

test('an empty hub lists only its projections', async () => {
  const { hub, json, errorOf } = await openCommandLine('empty');
  expect(await json('account', 'list')).toEqual({ accounts: [] });
  expect(await json('device', 'list')).toEqual({ devices: [] });
  expect(await errorOf('device', 'revoke', 'x')).toBe('unknown_device');
  expect(await errorOf('share', 'Quill Fen', 'stats', 'guild')).toBe('unknown_account');
  const { projections } = await json('projections');
  expect(projections).toContainEqual(
    expect.objectContaining({ name: 'access', state: 'live', generation: 1, lag_events: 0, lag_seconds: 0 }),
  );
  expect((await hub('member', 'list')).stdout).toBe('No members yet: hub member add NAME\n');
});

test.each([
  [['member', 'add']],
  [['member', 'add', ' ']],
  [['member', 'add', 'Quill', '--time-zone', 'Mars/Olympus']],
  [['member', 'set', 'Quill']],
  [['member', 'frobnicate']],
  [['pair']],
  [['key', 'create', '--categories', 'stats']],
  [['key', 'create', '--service']],
  [['key', 'create', '--service', '--member', 'Quill', '--categories', 'stats']],
  [['key', 'create', '--service', '--categories', 'stats,gossip']],
  [['key', 'create', '--service', '--categories', ',']],
  [['key', 'create', '--service', '--categories', 'stats', '--accounts', '']],
  [['key', 'set', 'prefix', '--accounts', ',']],
  [['key', 'create', '--service', '--categories', 'stats', '--rate-limit', '6001']],
  [['key', 'create', '--member', 'Quill', '--categories', 'stats', '--rate-limit', '60']],
  [['key', 'create', '--member', 'Quill', '--categories', 'stats', '--expires-days', '366']],
  [['key', 'set', 'prefix']],
  [['share', 'a1', 'stats', 'everybody']],
  [['share', 'a1', 'stats', 'selected']],
  [['share', 'a1', 'stats', 'guild', '--with', 'Quill']],
  [['decommission', 'maybe']],
  [['audit', '--since', 'soon']],
  [['raw', 'list', '--limit', 'many']],
  [['doctor', 'who']],
  [['raw', 'replay', '--account', 'a1']],
  [['raw', 'replay', '--since', '1h']],
  [['raw', 'show']],
  [['parked', 'show']],
  [['account', 'correct-xp']],
  [['sign-in']],
  [['backup', 'verify']],
  [['backup', 'restore']],
  [['projections', 'rebuild']],
  [['projections', 'rebuild', 'xp-history', '--rate', 'fast']],
  [['projections', 'promote', 'gossip']],
  [['log', 'copy', '--to', 'paper']],
  [['constructor']],
  [[]],
])('hub %j is a usage error, on one line', expectUsageError);

/** Usage errors need no database. */
async function expectUsageError(args: readonly string[]): Promise<void> {
  const settings = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const plain = await runInProcess(settings, args);
  expect(plain).toMatchObject({ code: 2, stdout: '' });
  expect(plain.stderr).toMatch(/^hub: [^\n]+\n$/);
  const { stderr } = await runInProcess(settings, [...args, '--json']);
  expect(JSON.parse(stderr)).toEqual({ error: { code: 'usage', message: expect.any(String) } });
}

test.each(await commandNames())(
  'hub %s refuses options and arguments that it does not have',
  async (name) => {
    await expectUsageError([...name.split(' '), '--frobnicate']);
    await expectUsageError([...name.split(' '), ...Array.from({ length: 9 }, () => 'superfluous')]);
  },
);

test('--help prints the usage', async () => {
  const { code, stdout } = await runInProcess({}, ['key', 'create', '--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('Usage: hub key create');
  expect(stdout).toContain('--json');
});

test('a database that does not answer is reported on one line, and the fix on another', async () => {
  const { code, stderr } = await runInProcess({ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, [
    'member',
    'list',
  ]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^hub: the database of DATABASE_URL: [^\n]+\n {2}-> start PostgreSQL there, [^\n]+\n$/,
  );
});
