import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { executeAccountErasure } from '../../../projections/access/commands/accounts/erase-account.ts';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { executeCommand } from '../../../projections/access/commands/execute-command.ts';
import { eraseMember } from '../../../projections/access/commands/members/erase-member.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';

const report = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);

async function openReported() {
  const hub = await startTestHub();
  const command = (...args: string[]) => runJson(hub.environment, args);

  async function errorOf(...args: string[]): Promise<string> {
    const { code, stderr } = await runInProcess(hub.environment, [...args, '--json']);
    expect(code).toBe(1);
    return JSON.parse(stderr).error.code;
  }

  const quill = await hub.addMember('Quill');
  const bram = await hub.addMember('Bram');
  const token = await hub.pair(quill);
  const send = async (body: Buffer | string | null = null) =>
    (await hub.report(token, body ?? (await readFile(report)))).status;
  expect(await send()).toBe(200);
  await hub.projected();
  const [id = ''] = hub.core.directory.current().accounts.keys();
  return {
    hub,
    database: hub.database,
    command,
    errorOf,
    send,
    settings: hub.environment,
    id,
    quill,
    bram,
  };
}

test('an account is transferred to another member, and then the earlier owner can be blocked', async () => {
  const { command, errorOf, send, id } = await openReported();
  expect(await errorOf('account', 'block', id, 'Quill')).toBe('owner_blocked');
  expect(await command('account', 'transfer', id, 'Bram')).toEqual({ account: id, owner: 'Bram' });
  const listed = async () => (await command('account', 'list')).accounts[0];
  expect(await listed()).toMatchObject({ owner: 'Bram', contributors: ['Quill'], blocked: [] });

  expect(await command('account', 'block', id, 'Quill')).toEqual({
    account: id,
    member: 'Quill',
    blocked: true,
  });
  expect(await send()).toBe(403);
  expect(await listed()).toMatchObject({ owner: 'Bram', contributors: [], blocked: ['Quill'] });
  await command('account', 'block', id, 'Quill', '--lift');
  expect(await send()).toBe(200);
  expect(await listed()).toMatchObject({ contributors: ['Quill'], blocked: [] });
});

test('an operator accepts lower xp at once, and the drop does not count as a loss', async () => {
  const { hub, command, errorOf, send, id } = await openReported();
  const key = await hub.makeKey();
  const body = JSON.parse(await readFile(report, 'utf8'));
  const had = body.player.stats.skills.Attack.xp;
  const reportAttack = async (xp: number) => {
    body.player.stats.skills.Attack.xp = xp;
    body.timestamp = Date.now();
    expect(await send(JSON.stringify(body))).toBe(200);
  };
  const newest = async () => {
    const { series } = (await hub.get(`/accounts/${id}/xp?skills=attack,overall`, { key })).body.data;
    return series.map(({ points }: { points: [string, number][] }) => points.at(-1)?.[1]);
  };
  const gains = async () => (await hub.get(`/accounts/${id}/gains?period=day`, { key })).body.data.gains;
  const reached = (xp: number) => expect.poll(async () => (await newest())[0]).toBe(xp);

  await reached(had);
  const [, overall = 0] = await newest();
  expect(await errorOf('account', 'correct-xp', id)).toBe('nothing_to_correct');
  await reportAttack(had - 1_000);
  expect(await newest()).toEqual([had, overall]);
  expect(await command('account', 'correct-xp', id)).toEqual({
    account: id,
    corrected: [{ skill: 'Attack', from: had, to: had - 1_000 }],
  });
  expect(await newest()).toEqual([had - 1_000, overall - 1_000]);
  expect(await gains()).toContainEqual({ skill: 'Attack', xp: 0 });
  expect(await errorOf('account', 'correct-xp', id)).toBe('nothing_to_correct');
  await reportAttack(had - 970);
  await reached(had - 970);
  expect(await gains()).toContainEqual({ skill: 'Attack', xp: 30 });
  expect((await gains())[0]).toEqual({ skill: 'Overall', xp: 30 });
  const { entries } = await command('audit', '--action', 'xp-corrected');
  const skills = [`Attack ${had} to ${had - 1_000}`];
  expect(entries).toMatchObject([{ subject: id, details: { skills } }]);
});

test('account names that clients sent cannot control the terminal', async () => {
  const { send, settings } = await openReported();
  const hostile = '\u001b]0;owned\u0007\u200fgnp\nQuill';
  const body = JSON.parse(await readFile(report, 'utf8'));
  body.player.name = hostile;
  expect(await send(JSON.stringify(body))).toBe(200);
  const { stdout } = await runInProcess(settings, ['account', 'list']);
  expect(stdout).toContain('\\u{1b}]0;owned\\u{7}\\u{200f}gnp\\u{a}Quill');
  expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  const { stdout: document } = await runInProcess(settings, ['account', 'list', '--json']);
  expect(document).not.toMatch(/[\p{Cc}\p{Cf}]./u);
  expect(JSON.parse(document).accounts[0].name).toBe(hostile);
});

test('the names of an account are listed with their times, the newest first', async () => {
  const { command, errorOf, send, settings, id } = await openReported();
  const body = JSON.parse(await readFile(report, 'utf8'));
  const { name: first } = body.player;
  body.player.name = 'Black Rail';
  expect(await send(JSON.stringify({ ...body, timestamp: Date.now() }))).toBe(200);
  const listed = await command('account', 'names', id);
  expect(listed).toEqual({
    account: id,
    names: [
      { name: 'Black Rail', from: expect.any(String), to: null },
      { name: first, from: expect.any(String), to: listed.names[0].from },
    ],
  });
  expect(Date.parse(listed.names[0].from)).toBeGreaterThanOrEqual(Date.parse(listed.names[1].from));
  const { stdout } = await runInProcess(settings, ['account', 'names', 'Black Rail']);
  expect(stdout).toMatch(new RegExp(`^NAME .*\\nBlack Rail .* -\\n${first} .*Z\\n$`));
  expect(await errorOf('account', 'names', 'Nobody')).toBe('unknown_account');
  const help = await runInProcess(settings, ['account', 'names', '--help']);
  expect(help.stdout).toContain('the names that an account had');
});

test('an erasure is refused without a terminal and without --yes', async () => {
  const { command, settings, id } = await openReported();
  for (const args of [
    ['member', 'erase', 'Quill'],
    ['account', 'erase', id],
  ]) {
    const { code, stdout, stderr } = await runInProcess(settings, args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('hub: nothing was erased: there is no terminal for the question, use --yes\n');
  }
  expect((await command('account', 'list')).accounts[0]).toMatchObject({ id, owner: 'Quill' });
  const keeping = ['member', 'erase', 'Quill', '--yes', '--accounts', 'keep'];
  expect(await runInProcess(settings, keeping)).toMatchObject({ code: 0 });
});

test('an account can be erased by its name, and the command names the account', async () => {
  const { command, settings, id } = await openReported();
  const [{ name }] = (await command('account', 'list')).accounts;
  const { code, stdout } = await runInProcess(settings, ['account', 'erase', name, '--yes']);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`Erased ${name} (${id}). A later report`)]);
  expect(await command('account', 'list')).toEqual({ accounts: [] });
});

test('an erasure by id can be repeated', async () => {
  const { database, command, errorOf, send, id } = await openReported();
  expect(await errorOf('account', 'erase', 'Nobody')).toBe('unknown_account');
  expect(await command('account', 'erase', id)).toEqual({ id, erased: true, backups: 'none' });
  expect(await command('account', 'erase', id)).toEqual({ id, erased: true, backups: 'none' });
  expect(await send()).toBe(200);

  const key = await command(
    ...['key', 'create', '--member', 'Quill', '--name', 'bot', '--categories', 'stats'],
  );
  await database.run({ text: 'insert into hub.key_use values ($1, 1)', values: [key.id] });
  const erased = await command('member', 'erase', 'Quill', '--yes', '--accounts', 'keep');
  expect(await database.many({ text: 'select from hub.key_use' })).toEqual([]);
  expect(erased).toMatchObject({ id: expect.any(String), erased: true });
  expect(await command('member', 'erase', erased.id)).toMatchObject({ id: erased.id, erased: true });
  expect(await errorOf('member', 'erase', 'Quill')).toBe('unknown_member');
  expect(await send()).toBe(401);
  expect(await command('member', 'list')).toMatchObject({ members: [{ name: 'Bram' }] });
});

test('the same command completes an interrupted erasure', async () => {
  const { hub, database, command, id, quill: memberId, bram } = await openReported();
  const { core } = hub;
  const completed = async () =>
    (await database.many<{ subject: string }>({ text: 'select subject from projection.erased' })).map(
      ({ subject }) => subject,
    );
  const count = async (table: string) =>
    (await database.one<{ rows: number }>({ text: `select count(*)::integer as rows from ${table}` })).rows;
  // An interrupted command may have appended its event only.
  await executeAccountErasure(core, await readCurrent(core), { accountId: id, actor: 'cli' });
  expect(await completed()).not.toContain(id);
  await command('account', 'erase', id);
  expect(await completed()).toContain(id);

  const keyOf = (member: string) =>
    command('key', 'create', '--member', member, '--name', 'bot', '--categories', 'stats');
  const kept = await keyOf('Bram');
  for (const key of [kept, await keyOf('Quill')]) {
    await database.run({ text: 'insert into hub.key_use values ($1, 1)', values: [key.id] });
  }
  await executeCommand(core, eraseMember(await readCurrent(core), { memberId, actor: 'cli' }));
  expect(await completed()).not.toContain(memberId);
  const other = await hub.pair(bram);
  expect((await hub.report(other, await readFile(report))).status).toBe(200);
  await expect.poll(() => count('hub.plugin_seen')).toBe(2);
  await command('member', 'erase', memberId);
  expect(await completed()).toContain(memberId);
  expect(await database.many({ text: 'select key_id as id from hub.key_use' })).toEqual([{ id: kept.id }]);
  expect(await count('hub.plugin_seen')).toBe(1);
  expect((await command('device', 'list')).devices).toMatchObject([{ last_heard_at: expect.any(String) }]);
});
