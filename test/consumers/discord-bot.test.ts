import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';
import type { HubEvent } from '../../shared/client/api.ts';
import { runtimeTools } from '../support/api/tools.ts';
import { atEnd, onceAFile } from '../support/at-end.ts';
import { campaign } from '../support/campaign.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type FakeDiscord, type Fault, startFakeDiscord } from './fake-discord.ts';
import { installRecipe } from './installed-client.ts';
import { openGuild } from './open-guild.ts';

const installed = onceAFile(() => installRecipe('docs/recipes/discord.md', 'discord-bot'));
const guild = onceAFile(openGuild);
// The oldest Node that the recipe names.
const tools = await runtimeTools();
const node = tools === null ? process.execPath : `${tools}/node_modules/node-20/bin/node`;
const { runs, seed, label } = campaign(10);

test(`the bot of the recipe posts each event once, also when it is killed and Discord fails many times (${label})`, {
  timeout: runs * 60_000 + 120_000,
}, async () => {
  const random = seededRandom(seed);
  for (let run = 0; run < runs; run += 1) await expectEachOnce(random);
});

test('the bot ends with the reason when its token is refused', async () => {
  const discord = await startFakeDiscord(() => 'none');
  const stateFile = await freshStateFile();
  const bot = startBot({ ...discord, token: 'wrong' }, stateFile);
  await expect.poll(() => cursorOf(stateFile)).toBeDefined();
  await guild().drop();
  expect(await bot.ended).toBe(1);
  expect(bot.complained()).toContain('Discord answered 401: 401: Unauthorized');
});

test('a message that Discord refuses with 400 is printed with the id of its event, and skipped', async () => {
  const faults: Fault[] = ['none', 400, 'none'];
  const discord = await startFakeDiscord(() => faults.shift() ?? 'none');
  const stateFile = await freshStateFile();
  const bot = startBot(discord, stateFile);
  await expect.poll(() => cursorOf(stateFile)).toBeDefined();
  const begin = await cursorOf(stateFile);
  const { key, drop, getUntil } = guild();
  for (let count = 0; count < 3; count += 1) await drop();
  const seen = (answer: { body: { data: unknown[] } }) => answer.body.data.length === 3;
  const { body } = await getUntil(`/events?types=loot&cursor=${begin}`, { key, withinMs: 15_000, seen });
  const [first, refused, last] = (body.data as HubEvent[]).map(({ id }) => id);
  await expect.poll(() => cursorOf(stateFile)).toBe(body.meta.next_cursor);
  expect(discord.messages.map(({ embeds }) => embeds[0]?.footer?.text)).toEqual([first, last]);
  expect(bot.complained()).toBe(`skipped event ${refused}: Discord answered 400: refused with 400\n`);
  await bot.kill();
});

test.each([403, 404] as const)('the bot ends with the reason when Discord answers %d', async (refusal) => {
  const discord = await startFakeDiscord(() => refusal);
  const stateFile = await freshStateFile();
  const bot = startBot(discord, stateFile);
  await expect.poll(() => cursorOf(stateFile)).toBeDefined();
  await guild().drop();
  expect(await bot.ended).toBe(1);
  expect(bot.complained()).toContain(`Discord answered ${refusal}: refused with ${refusal}`);
});

test('the bot ends when the channel is no number, which Discord answers with 400', async () => {
  const discord = await startFakeDiscord(() => 'none');
  const bot = startBot({ ...discord, channelId: 'drops' }, await freshStateFile());
  expect(await bot.ended).toBe(1);
  expect(bot.complained()).toContain('CHANNEL_ID must be a number');
});

test('the bot ends with the name of a missing setting', async () => {
  const discord = await startFakeDiscord(() => 'none');
  const bot = startBot({ ...discord, channelId: '' }, await freshStateFile());
  expect(await bot.ended).toBe(1);
  expect(bot.complained()).toContain('CHANNEL_ID is not set');
});

async function expectEachOnce(random: () => number): Promise<void> {
  let kill = () => {};
  const discord = await startFakeDiscord(() => {
    if (random() < 0.1) kill();
    return faultOf(random());
  });
  const stateFile = await freshStateFile();
  // A bot without a state file begins with the next event.
  const first = startBot(discord, stateFile);
  await expect.poll(() => cursorOf(stateFile)).toBeDefined();
  await first.kill();
  const begin = await cursorOf(stateFile);
  const { key, play, drop, getUntil } = guild();
  await drop(999_999);
  await play(24);
  const feed = `/events?limit=500&types=loot,level_up&cursor=${begin}`;
  // Two levels come in one report of a level-up.
  const all = (answer: { body: { data: unknown[] } }) => answer.body.data.length >= 37;
  const { body } = await getUntil(feed, { key, withinMs: 15_000, seen: all });
  const wanted = (body.data as HubEvent[])
    .filter(({ type, value_gp: value }) => type === 'level_up' || (value ?? 0) >= 1_000_000)
    .map(({ id }) => id);
  expect(wanted).toHaveLength(36);
  for (let starts = 0; discord.messages.length < wanted.length && starts < 50; starts += 1) {
    const bot = startBot(discord, stateFile);
    kill = () => void bot.kill();
    await Promise.race([bot.ended, expect.poll(() => discord.messages.length).toBe(wanted.length)]);
    await bot.kill();
  }
  kill = () => {};
  const last = startBot(discord, stateFile);
  await expect.poll(() => cursorOf(stateFile)).toBe(body.meta.next_cursor);
  await last.kill();
  expect(discord.messages.map(({ embeds }) => embeds[0]?.footer?.text)).toEqual(wanted);
  expect(discord.messages[0]?.embeds[0]?.description).toMatch(/^Quillon Fen (received|reached)/);
  expect(discord.broken).toEqual([]);
}

function faultOf(chance: number): Fault {
  const faults: readonly Fault[] = ['lost', 'refused', 'limit', 'error', 'forget'];
  return faults[Math.floor(chance * 20)] ?? 'none';
}

async function freshStateFile(): Promise<string> {
  return join(await temporaryFolder(), 'state.json');
}

async function cursorOf(stateFile: string): Promise<string | undefined> {
  const text = await readFile(stateFile, 'utf8').catch(() => '{}');
  return JSON.parse(text).cursor;
}

interface Bot {
  /** The exit code; null after a kill. */
  readonly ended: Promise<number | null>;
  complained(): string;
  kill(): Promise<unknown>;
}

function startBot(discord: FakeDiscord, stateFile: string): Bot {
  const env = {
    HUB_URL: guild().url,
    HUB_KEY: guild().key,
    DISCORD_API: discord.api,
    DISCORD_TOKEN: discord.token,
    CHANNEL_ID: discord.channelId,
    STATE_FILE: stateFile,
  };
  const child = spawn(node, ['discord-bot.mjs'], { cwd: installed(), env });
  let complained = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  atEnd(() => void child.kill('SIGKILL'));
  return {
    ended,
    complained: () => complained,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}
