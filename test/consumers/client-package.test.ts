import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';
import { eventsReply, openScriptedHub } from '../../shared/client/testing/scripted-hub.ts';
import { startChromium } from '../pages/chromium.ts';
import { findChromium } from '../pages/launch-chromium.ts';
import { runTool, runtimeTools } from '../support/api/tools.ts';
import { atEnd, onceAFile } from '../support/at-end.ts';
import { projectRoot } from '../support/source-tree.ts';
import { startFileServer, startServer } from './file-server.ts';
import { codeBlock, installClient } from './installed-client.ts';
import { openGuild } from './open-guild.ts';

const run = promisify(execFile);
const readme = 'shared/client/README.md';
const tools = await runtimeTools();
const chromium = findChromium();
const installed = onceAFile(installClient);

const denoRights = ['--allow-env', '--allow-net', '--allow-read', '--allow-write'];
const runtimes = [
  { name: 'Node 20', program: 'node-20/bin/node', args: [], version: /^v20\./ },
  { name: 'Node 22', program: 'node-22/bin/node', args: [], version: /^v22\./ },
  // The Node of the tests.
  { name: 'Node 24', program: null, args: [], version: /^v2[4-9]\./ },
  { name: 'Bun', program: '@oven/bun-linux-x64-baseline/bin/bun', args: [], version: /^\d/ },
  { name: 'Deno', program: '@deno/linux-x64-glibc/deno', args: ['run', ...denoRights], version: /^deno / },
];

test('the package holds one module, its types in one file, README, licence and version', async () => {
  const { project, tarball } = installed();
  const folder = join(project, 'node_modules/guild-account-hub-client');
  expect((await readdir(folder)).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'index.d.ts',
    'index.js',
    'package.json',
  ]);
  const [code, types, manifest] = await Promise.all(
    ['index.js', 'index.d.ts', 'package.json'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const { version, dependencies, scripts } = JSON.parse(manifest ?? '');
  expect(tarball).toContain(`guild-account-hub-client-${version}.tgz`);
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain(`client-${version}.tgz`);
  expect([dependencies, scripts]).toEqual([undefined, undefined]);
  expect(code).not.toMatch(/^import |\bimport\(/m);
  expect(types).not.toMatch(/^import |\bimport\(| from ['"]/m);
  expect(code?.length).toBeLessThan(45_000);
});

test('npm pack in shared/client refuses, and names the command that builds the package', async () => {
  const folder = await temporaryFolder();
  const refused = await runTool('npm', ['pack', '--offline', '--pack-destination', folder], {
    cwd: `${projectRoot}shared/client`,
  });
  expect(refused.code).not.toBe(0);
  expect(refused.text).toContain('run npm run build:client');
  expect(await readdir(folder)).toEqual([]);
});

describe.each(runtimes)('on $name', ({ name, program, args, version }) => {
  test.skipIf(tools === null && program !== null)(
    `the bot of the README posts drops to a chat, and continues at its place after a restart on ${name} (needs the npm registry)`,
    async () => {
      const { project } = installed();
      const path = program === null ? process.execPath : `${tools}/node_modules/${program}`;
      expect((await run(path, ['--version'])).stdout).toMatch(version);
      const bot = await codeBlock(readme, 'js bot');
      expect(bot.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(20);
      await writeFile(join(project, 'bot.mjs'), bot);
      const told: string[] = [];
      const chatUrl = await startChat((line) => {
        if (line === 'line 7') return 400;
        return told.push(line) < 500 ? 204 : 500;
      });

      const full = Array.from({ length: 500 }, (_, at) => String(at));
      const error = { code: 'unavailable', message: 'The log is behind.' };
      const away = { status: 503, headers: { 'retry-after': '0' }, body: { error } };
      const hub = await openScriptedHub([away, eventsReply('c2', full), eventsReply('c3', ['more'])]);
      const cursorFile = join(await folderOnDisk(), 'cursor.txt');
      await writeFile(cursorFile, 'c1');
      const env = {
        HUB_URL: new URL(hub.baseUrl).origin,
        HUB_KEY: 'hub_key',
        CHAT_URL: chatUrl,
        CURSOR_FILE: cursorFile,
        NO_COLOR: '1',
        DENO_DIR: await temporaryFolder(),
        DENO_NO_UPDATE_CHECK: '1',
      };
      // The chat fails at the event of the second page, so the bot ends.
      const { code, text: printed } = await runTool(path, [...args, 'bot.mjs'], { cwd: project, env });
      expect(code, printed).toBe(1);
      expect(printed).toContain('the chat answered 500');
      expect(printed.split('\n').slice(0, 2)).toEqual([
        'the hub is away: The log is behind.',
        'the chat refused the event 7',
      ]);
      const accepted = full.filter((id) => id !== '7');
      expect(told).toEqual([...accepted, 'more'].map((id) => `line ${id}`));
      expect(await readFile(cursorFile, 'utf8')).toBe('c2');
      expect(hub.asked[0]).toBe('/events?types=loot%2Cpk_loot&min_value=1000000&cursor=c1&limit=500');
    },
  );
});

test.skipIf(chromium === null)(
  'the page of the README shows the drops of a running hub in a browser (needs Chromium)',
  async () => {
    const { project } = installed();
    await writeFile(join(project, 'drops.html'), await codeBlock(readme, 'html page'));
    const { url, makeKey, drop, getUntil } = await openGuild();
    const key = await makeKey({ categories: ['events'] });
    await drop();
    await getUntil('/events', { key, withinMs: 15_000, seen: ({ body }) => body.meta?.count === 1 });

    const page = await (await startChromium(`${chromium}`)).newPage();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(String(error)));
    await page.goto(`${await startFileServer(project)}/drops.html#hub=${url}&key=${key}`);
    const lines = page.locator('#drops li');
    await expect
      .poll(() => lines.allTextContents())
      .toEqual([expect.stringContaining('Quillon Fen received')]);
    await drop();
    await expect.poll(() => lines.count()).toBe(2);
    expect(failures).toEqual([]);
  },
);

/** Compiles only when the answers have their types. */
const consumer = `import { HubError, openClient, type AnswerOf, type HubEvent } from 'guild-account-hub-client';

const hub = openClient({ baseUrl: 'http://localhost:3000/api/v1', key: 'hub_key' });
const { data } = await hub.get('/xp', { accounts: ['4fK2mQ9xTz0b'], from: new Date(), skills: ['slayer'] });
export const xp: number | undefined = data.accounts[0]?.series[0]?.points[0]?.[1];
export const items: AnswerOf<'/accounts/{id}/equipment-history'>['data']['changes'][number]['items'] = [];
export const lineOf = ({ line }: HubEvent): string => line;
export const codeOf = (error: unknown): string | null => (error instanceof HubError ? error.code : null);
await hub.followSnapshot({ onSnapshot: ({ accounts }) => console.log(accounts.get('4fK2mQ9xTz0b')?.skills?.total_level) });
// @ts-expect-error: the accounts are required
await hub.get('/xp');
// @ts-expect-error: no such endpoint
await hub.get('/nothing');
`;

/**
 * Compares the types of the package with the hub's own, without readonly and the names of types.
 */
const comparison = `import type * as Hub from '${projectRoot}shared/client/api.ts';
import type * as Client from 'guild-account-hub-client';

type Plain<T> = { -readonly [K in keyof T]: Plain<T[K]> };
type Is<T, U> = (<V>() => V extends Plain<T> ? 1 : 2) extends <V>() => V extends Plain<U> ? 1 : 2 ? true : false;
type Wrong = {
  [Path in Hub.ApiPath]:
    | (Is<Hub.AnswerOf<Path>, Client.AnswerOf<Path>> extends true ? never : \`the answer of \${Path}\`)
    | (Is<Hub.ParametersOf<Path>, Client.ParametersOf<Path>> extends true ? never : \`parameters of \${Path}\`);
}[Hub.ApiPath];
export const paths: Is<Hub.ApiPath, Client.ApiPath> = true;
export const csvPaths: Is<Hub.CsvPath, Client.CsvPath> = true;
// The compiler names what is missing here.
export const wrong: { [Each in Wrong]: true } = {};
`;

const compiling = [
  [
    'a program with the types of Node',
    consumer,
    ['--module', 'nodenext', '--lib', 'es2022', '--types', 'node'],
  ],
  [
    'a program with the types of browsers',
    consumer,
    ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom', '--types', ''],
  ],
  [
    'a comparison with the types of the hub',
    comparison,
    [
      '--module',
      'nodenext',
      '--lib',
      'es2025',
      '--types',
      'node',
      '--allowImportingTsExtensions',
      '--allowJs',
      '--noEmit',
    ],
  ],
] as const;

test.each(compiling)('%s compiles', async (_, program, options) => {
  const { project } = installed();
  await writeFile(join(project, 'use.ts'), program);
  const strict = [
    '--ignoreConfig',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noEmit',
    '--target',
    'es2022',
  ];
  const types = ['--typeRoots', `${projectRoot}node_modules/@types`, '--singleThreaded'];
  const compiler = `${projectRoot}node_modules/typescript/bin/tsc`;
  const args = [compiler, ...strict, ...types, ...options, 'use.ts'];
  expect(await runTool(process.execPath, args, { cwd: project })).toEqual({ code: 0, text: '' });
});

/** Deno asks for all rights before it writes below /dev, where the temporary files of tests are. */
async function folderOnDisk(): Promise<string> {
  const folder = await mkdtemp(`${projectRoot}node_modules/.cache/hub-bot-`);
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function startChat(statusOf: (line: string) => number): Promise<string> {
  return startServer(async (request, response) => {
    const { content } = JSON.parse(await text(request));
    response.writeHead(statusOf(content)).end();
  });
}
