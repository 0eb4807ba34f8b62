import { expect, test } from 'vitest';
import { deviceTokensMax } from '../../../shared/domain/member.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { pastedPlugins, rambler as ramblerPlugin } from '../../../test/made-up-plugin/pasted-plugins.ts';
import { atEnd, onceAFile } from '../../../test/support/at-end.ts';
import { runInProcess } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { registeredPlugins } from '../../ingest/plugins/registered.ts';
import { type PastedPlugin, pairingPluginsOf } from '../../operations/devices/pairing-plugins.ts';
import { readStandaloneSettings } from '../../standalone/settings.ts';
import { connect } from '../connection/connect.ts';
import { createProgram } from '../program.ts';
import { runHub } from '../run-program.ts';
import { pairByToken, pairCommand } from './pair.ts';

const plugins = [...registeredPlugins, ...pastedPlugins];
const [rambler] = pairingPluginsOf([ramblerPlugin]).pasted as [PastedPlugin];
const opened = onceAFile(async () => {
  const hub = await startTestHub({ plugins: pastedPlugins });
  await hub.addMember('Quill');
  return hub;
});

function hub(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const run = args[0] === 'pair' ? runPair : undefined;
  return runInProcess({ ...opened().environment, ...settings }, args, run);
}

function runPair(args: readonly string[]): Promise<number> {
  return runHub(args, async (_, onAsked) => {
    const program = await createProgram(['device'], onAsked);
    pairCommand(program, pairingPluginsOf(plugins));
    return program;
  });
}

async function json(...args: string[]) {
  const { code, stdout, stderr } = await hub([...args, '--json']);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const walk = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, { method: 'POST', headers, body: 'player Quillon Fen\nat 3200 3201 0' });

test('a plugin with its token in the address can report with the printed settings until it is revoked', async () => {
  const made = await json('pair', 'Quill', '--rambler');
  const { token, url } = made;
  expect(made).toEqual({
    token: expect.stringMatching(/^[0-9a-f]{64}$/),
    url: `${opened().url.replace('127.0.0.1', 'localhost')}/rambler/${token}/walk`,
  });
  expect((await walk(url)).status).toBe(200);
  const listed = async () =>
    (await json('device', 'list')).devices.find(({ plugin }: { plugin: string }) => plugin === 'rambler');
  await expect.poll(async () => (await listed()).last_seen_at).toMatch(/Z$/);
  const device = await listed();
  expect(device).toMatchObject({ member: 'Quill', name: 'Rambler', status: 'active' });
  await json('device', 'revoke', device.id);
  expect((await walk(url)).status).toBe(401);
  expect((await listed()).status).toBe('revoked');
  const { entries } = await json('audit', '--subject', device.id);
  const said = entries.map(({ action, actor, details }: Record<string, unknown>) => ({
    action,
    actor,
    details,
  }));
  expect(said).toEqual([
    {
      action: 'device-revoked',
      actor: expect.stringMatching(/^cli:/),
      details: { member: expect.any(String) },
    },
    {
      action: 'device-token-made',
      actor: expect.stringMatching(/^cli:/),
      details: { plugin: 'rambler', member: expect.any(String) },
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain(token);
});

test('the text shows each field once, the steps of the plugin, and from which machines the address works', async () => {
  const { stdout } = await hub(['pair', 'quill', '--strider']);
  const [head, address, token, ...rest] = stdout.trimEnd().split('\n');
  expect(head).toBe(
    'The settings of Strider for Quill are shown only once. Anyone who has them reports as Quill.',
  );
  const local = `http://localhost:${new URL(opened().url).port}`;
  expect(address).toBe(`Address: ${local}`);
  expect(token).toMatch(/^Token: [0-9a-f]{64}$/);
  expect(rest).toEqual([
    '1. Paste the address into “Server”.',
    '2. Paste the token into “Secret”, and walk.',
    expect.stringContaining('works on this machine only'),
  ]);
  const authorization = token?.slice('Token: '.length) ?? '';
  expect((await walk(`${local}/strider/walk`, { authorization })).status).toBe(200);

  const elsewhere = await hub(['pair', 'Quill', '--rambler'], { PUBLIC_URL: 'https://hub.example.org' });
  const lines = elsewhere.stdout.trimEnd().split('\n');
  expect(lines[1]).toMatch(/^Address: https:\/\/hub\.example\.org\/rambler\/[0-9a-f]{64}\/walk$/);
  expect(elsewhere.stdout).not.toMatch(/^Token|this machine only/m);
});

test('a value in a step is not repeated', async () => {
  const { stdout } = await hub(['pair', 'Quill', '--climber'], { PUBLIC_URL: 'https://hub.example.org' });
  const [, ...steps] = stdout.trimEnd().split('\n');
  expect(steps).toEqual([
    '1. Set Server to https://hub.example.org, without a slash at its end.',
    expect.stringMatching(/^2\. Paste the token into Secret: [0-9a-f]{64}$/),
    expect.stringMatching(
      /^3\. Older ones take https:\/\/hub\.example\.org\/climber\/[0-9a-f]{64}\/walk instead\.$/,
    ),
  ]);
});

test('the changes and choices of a plugin come before the address, and the address has the chosen names', async () => {
  const settings = { PUBLIC_URL: 'https://hub.example.org' };
  const { stdout } = await hub(['pair', 'Quill', '--chooser', '--with', 'hills'], settings);
  const [, ...lines] = stdout.trimEnd().split('\n');
  expect(lines).toEqual([
    'Read before you paste. The address changes Chooser:',
    '- Chooser walks faster.',
    'Choices (hub pair --help):',
    '- hills, chosen: Hills. Chooser walks uphill.',
    expect.stringMatching(
      /^Address: https:\/\/hub\.example\.org\/chooser\/[0-9a-f]{64}\/settings\?hills=on$/,
    ),
    '1. Paste the address into Settings.',
    'By hand:',
    expect.stringMatching(/^1\. Add https:\/\/hub\.example\.org\/chooser\/[0-9a-f]{64}\/walk to Targets\.$/),
  ]);
  const plain = await hub(['pair', 'Quill', '--chooser'], settings);
  expect(plain.stdout).toMatch(/- hills, not chosen: .*\nAddress: \S+\/settings\n/);
  expect((await json('pair', 'Quill', '--chooser', '--with', 'hills')).url).toMatch(/\?hills=on$/);
});

test('a choice that the plugin does not have is a usage error', async () => {
  const errorOf = async (...args: string[]) => {
    const { code, stdout, stderr } = await hub(['pair', 'Quill', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    return stderr;
  };
  expect(await errorOf('--chooser', '--with', 'hils')).toContain("no choice 'hils': choose from hills");
  expect(await errorOf('--rambler', '--with', 'hills')).toContain("no choice 'hills': leave out --with");
  expect(await errorOf('--with', 'hills')).toContain('leave out --with');
});

test('the help has an option for each plugin with settings to paste, and two options are a usage error', async () => {
  const { stdout } = await hub(['pair', '--help']);
  for (const { option, title } of pairingPluginsOf(plugins).pasted) {
    // The help wraps lines at the width of the terminal.
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      `--${option} print settings with a token to paste into ${title},`,
    );
  }
  const both = await hub(['pair', 'Quill', '--rambler', '--strider']);
  expect(both).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("'--strider'") });
  expect(await hub(['pair', 'Quill', '--nobody'])).toMatchObject({ code: 2 });
});

test('the command without an option prints a code for the plugins that take codes', async () => {
  const { stdout } = await hub(['pair', 'Quill']);
  const titles = pairingPluginsOf(registeredPlugins).byCode.join(' or ');
  expect(stdout).toMatch(/^Pairing code \d{5} for Quill: valid for one plugin and 5 minutes\.\n/);
  expect(stdout).toContain(`In the ${titles} plugin: add the server `);
  const others = pairingPluginsOf(plugins).pasted.map(({ title }) => title);
  expect(stdout).toContain(`\nFor ${others.join(', ')}: hub pair --help\n`);
  expect(Object.keys(await json('pair', 'Quill'))).toEqual(['code', 'expires_at', 'url']);
});

test('a member has at most twenty active devices of a plugin with settings to paste', async () => {
  await opened().addMember('Bram');
  for (let made = 0; made < deviceTokensMax; made += 1) await json('pair', 'Bram', '--strider');
  const { code, stderr } = await hub(['pair', 'Bram', '--strider', '--json']);
  expect([code, JSON.parse(stderr).error]).toEqual([
    1,
    {
      code: 'too_many_tokens',
      message: 'the member already has 20 active devices of this plugin; revoke one first',
    },
  ]);
  await json('pair', 'Bram', '--rambler');
});

test('unknown and former members get no token', async () => {
  const errorOf = async (name: string) =>
    JSON.parse((await hub(['pair', name, '--rambler', '--json'])).stderr).error.code;
  expect(await errorOf('Nobody')).toBe('unknown_member');
  await json('member', 'add', 'Tess');
  await json('member', 'leave', 'Tess');
  expect(await errorOf('Tess')).toBe('unknown_member');
});

async function connected() {
  const settings = readStandaloneSettings(opened().environment);
  const connection = await connect(settings, createLogger({ name: 'test', level: 'silent' }));
  atEnd(() => connection.close());
  return connection;
}

test('a token is revoked when it cannot be printed', async () => {
  await opened().addMember('Osric');
  const ran = await runInProcess(opened().environment, ['pair', 'Osric', '--strider'], (args) => {
    process.stdout.write = ((_text: string, written: (error: Error) => void) => {
      written(new Error('the disk is full'));
      return false;
    }) as typeof process.stdout.write;
    return runPair(args);
  });
  expect([ran.code, ran.stderr]).toEqual([1, 'hub: the output cannot be printed: the disk is full\n']);
  const { devices } = await json('device', 'list');
  const made = devices.filter(({ member }: { member: string }) => member === 'Osric');
  expect(made).toMatchObject([{ plugin: 'strider', status: 'revoked' }]);
});

test('a token is printed while the projections are blocked, and works when they continue', async () => {
  const hub = await connected();
  const blocking = await opened().database.connect();
  await blocking.query('begin');
  await blocking.query(`select from projection.checkpoint where projection = 'access' for update`);
  // Otherwise the command would wait half a minute.
  const atLeast: typeof hub.directory.atLeast = (version, deadlineMs) =>
    hub.directory.atLeast(version, Math.min(500, deadlineMs));
  const output = await pairByToken({ ...hub, directory: { ...hub.directory, atLeast } }, 'Quill', rambler);
  const { url } = output.document as { readonly url: string };
  expect(output.text).toContain(url);
  expect(output.text).toContain('the change is stored and takes effect');
  expect(output.takeBack).toBeUndefined();
  await blocking.end();
  await expect.poll(async () => (await walk(url)).status).toBe(200);
});
