import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openFreePairingCode } from '../../projections/access/commands/devices/open-pairing-code.ts';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';
import { runTool } from '../support/api/tools.ts';
import { atEnd, onceAFile } from '../support/at-end.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { projectRoot } from '../support/source-tree.ts';
import { codeBlock } from './installed-client.ts';
import { openGuild, playerName } from './open-guild.ts';

const [curl, jq] = await Promise.all(
  ['curl', 'jq'].map((tool) => runTool(tool, ['--version'], { cwd: projectRoot })),
);
const isMissing = curl?.code !== 0 || jq?.code !== 0;

const recipe = 'docs/recipes/curl.md';

const opened = onceAFile(async () => {
  const guild = await openGuild();
  await guild.drop();
  await guild.getUntil('/events', {
    key: guild.key,
    withinMs: 15_000,
    seen: ({ body }) => body.meta?.count === 1,
  });
  const environment = { A: `${guild.url}/api/v1`, H: `Authorization: Bearer ${guild.key}` };
  return { ...guild, settings: environment };
});

async function runBlock(label: string, cwd: string, more: Readonly<Record<string, string>> = {}) {
  const [save, block] = await Promise.all([codeBlock(recipe, 'sh save'), codeBlock(recipe, `sh ${label}`)]);
  const script = `set -e\n${save}${block}`;
  const { code, text } = await runTool('sh', ['-c', script], { cwd, env: { ...opened().settings, ...more } });
  expect(code, text).toBe(0);
  return text;
}

test.skipIf(isMissing)(
  'the lines of the recipe print the players in the game, and the most valuable drops (needs curl and jq)',
  async () => {
    const folder = await temporaryFolder();
    expect(await runBlock('online', folder)).toBe(`${playerName}\t486\n`);
    const id = (await runBlock('id', folder)).trim();
    expect(id).toMatch(/^[0-9A-Za-z]{12}$/);
    const today = new Date().toISOString().slice(0, 7);
    expect(await runBlock('loot', folder)).toMatch(
      new RegExp(`^1\\. Quillon Fen received Tanzanite fang \\(2\\.3M\\) from Zulrah on ${today}-\\d\\d\n$`),
    );
    await runBlock('gains', folder, { ID: id });
    const [header, overall] = parseCsv(await readFile(join(folder, 'gains.csv'), 'utf8'));
    expect([header?.at(-2), header?.at(-1), overall?.[1]]).toEqual(['skill', 'xp', playerName]);
  },
);

test.skipIf(isMissing)(
  'a second request for an unchanged snapshot loads nothing (needs curl and jq)',
  async () => {
    const folder = await temporaryFolder();
    expect(await runBlock('snapshot', folder)).toMatch(/^Quillon Fen: \d+\n$/);
    const file = join(folder, 'snapshot.json');
    const [first, tag] = await Promise.all([stat(file), readFile(join(folder, 'snapshot.etag'), 'utf8')]);
    expect(tag.trim()).toMatch(/^W\/".*\.f"$/);
    // The key may ask once a second.
    await delay(1_100);
    expect(await runBlock('snapshot', folder)).toMatch(/^Quillon Fen: \d+\n$/);
    expect((await stat(file)).mtimeMs).toBe(first.mtimeMs);
    expect((await readFile(join(folder, 'snapshot.etag'), 'utf8')).trim()).toBe(tag.trim());
  },
);

test.skipIf(isMissing)(
  'the lines of a report pair a plugin, and the hub shows the account (needs curl and jq)',
  async () => {
    const { addMember, core, getUntil, makeKey } = opened();
    const { code } = await openFreePairingCode(core, await addMember('Merrin'), 'cli');
    await runBlock('report', await temporaryFolder(), { CODE: code });
    const seen = ({ body }: { body: { data: { name: string }[] } }) =>
      body.data.some(({ name }) => name === 'Test');
    await getUntil('/accounts?online=true', { key: await makeKey(), withinMs: 15_000, seen });
  },
);

test.skipIf(isMissing)('the export has each event of the range once (needs curl and jq)', async () => {
  const { play, getUntil, key } = opened();
  await play(4);
  const seen = ({ body }: { body: { data: unknown[] } }) => body.data.length >= 7;
  const { body } = await getUntil('/events?limit=500', { key, withinMs: 15_000, seen });
  const folder = await temporaryFolder();
  await runBlock('export', folder);
  const lines = (await readFile(join(folder, 'events.ndjson'), 'utf8')).trim().split('\n');
  const ids = lines.map((line) => JSON.parse(line).id);
  expect(ids.toSorted()).toEqual(body.data.map(({ id }: { id: string }) => id).toSorted());
});

test.skipIf(isMissing)(
  'the script follows the feed, and continues after a restart (needs curl and jq)',
  async () => {
    const folder = await temporaryFolder();
    const { drop } = opened();
    const first = follow(folder);
    const place = () => readFile(join(folder, 'cursor.txt'), 'utf8').catch(() => '');
    await expect.poll(place).toMatch(/^djE6/);
    const before = await place();
    await drop();
    const line = 'Quillon Fen received Tanzanite fang (2.3M) from Zulrah\n';
    await expect.poll(first.printed).toBe(line);
    // A stop before this prints the line again.
    await expect.poll(place).not.toBe(before);
    await first.stop();
    await drop();
    await drop();
    const second = follow(folder);
    await expect.poll(second.printed).toBe(line + line);
    await second.stop();
    const refused = follow(folder, { H: 'Authorization: Bearer hub_wrong' });
    expect(await refused.ended).toBe(1);
    expect(refused.complained()).toContain('"code":"unauthorized"');
  },
);

function follow(cwd: string, more: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env.PATH, ...opened().settings, PAUSE: '1', ...more };
  const script = `${projectRoot}docs/recipes/follow.sh`;
  const child = spawn('sh', [script, 'types=loot&min_value=1000000'], { cwd, env });
  const output = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    output.out += text;
  });
  child.stderr.on('data', (text) => {
    output.err += text;
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  atEnd(stop);
  return { ended, stop, printed: () => output.out, complained: () => output.err };
}
