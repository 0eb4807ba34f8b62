import { readFile } from 'node:fs/promises';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';
import { homeAssistant } from '../support/api/tools.ts';
import { runsCampaigns } from '../support/campaign.ts';
import { patient } from '../support/runner/patience.ts';
import { projectRoot } from '../support/source-tree.ts';
import { faults, startFaultyHub } from './faulty-hub.ts';
import { startServer } from './file-server.ts';
import { configureHomeAssistant, startHomeAssistant } from './home-assistant.ts';
import { openGuild } from './open-guild.ts';

// The installation takes 300 MB.
const program = runsCampaigns ? await homeAssistant() : null;
const dropLine = 'Quillon Fen received Tanzanite fang (2.3M) from Zulrah';

test.skipIf(program === null)(
  'a real Home Assistant shows the players, and reports each drop once, also after a restart (in campaigns; needs Python 3.11 and PyPI)',
  { timeout: patient(10 * 60_000) },
  async () => {
    const { url, makeKey, drop, play } = await openGuild();
    const told: { title: string; message: string }[] = [];
    const notifyUrl = await startServer(async (request, response) => {
      told.push((await json(request)) as (typeof told)[number]);
      response.writeHead(200).end();
    });
    const key = await makeKey({ categories: ['activity', 'events'] });
    const configured = await configureRecipe(url, key, notifyUrl);
    await drop();

    const first = await startHomeAssistant(configured);
    await expect
      .poll(() => first.state('sensor.quillon_fen'))
      .toMatchObject({
        state: 'in game',
        attributes: { world: 486, hp: { current: 87, max: 99 } },
      });
    expect(await first.state('sensor.guild_members_in_game')).toMatchObject({ state: '1' });
    await expect
      .poll(() => first.state('input_text.guild_cursor'))
      .toMatchObject({
        state: expect.stringMatching(/^djE6/),
      });
    // Drops of the past are no news.
    expect(told).toEqual([]);
    await drop(999_999);
    await drop();
    await expect.poll(() => told).toEqual([{ title: 'Loot: Tanzanite fang', message: dropLine }]);
    await play(2);
    await expect.poll(() => told.length).toBe(4);
    expect(told.slice(2).map(({ message }) => message)).toEqual([
      expect.stringContaining('103'),
      expect.stringContaining('107'),
    ]);
    // A stop in the middle of the automation tells the events of that run again.
    await expect
      .poll(async () => (await first.state('input_text.guild_cursor'))?.state)
      .toBe((await first.state('sensor.guild_feed'))?.state);
    await first.stop();

    told.length = 0;
    await drop();
    await drop();
    const second = await startHomeAssistant(configured);
    await expect.poll(() => told.length).toBe(2);
    await drop();
    await expect.poll(() => told.map(({ message }) => message)).toEqual([dropLine, dropLine, dropLine]);
    expect(await second.state('sensor.quillon_fen')).toMatchObject({ state: 'in game' });
    for (const { log } of [first, second]) expect(log()).not.toMatch(/rate_limited|Template|Error fetching/);
  },
);

test.skipIf(program === null)(
  'sensors of a real Home Assistant are unknown while the hub answers errors, and nobody is told anything (in campaigns; needs Python 3.11 and PyPI)',
  { timeout: patient(10 * 60_000) },
  async () => {
    const { url, makeKey } = await openGuild();
    const hub = await startFaultyHub(url);
    let told = 0;
    const notifyUrl = await startServer((_, response) => {
      told += 1;
      response.writeHead(200).end();
    });
    const key = await makeKey({ categories: ['activity', 'events'] });
    const running = await startHomeAssistant(await configureRecipe(hub.url, key, notifyUrl));
    const sensors = ['sensor.quillon_fen', 'sensor.guild_members_in_game', 'sensor.guild_feed'];
    const states = () =>
      Promise.all(sensors.map(async (sensor) => (await running.state(sensor))?.state ?? 'missing'));
    const isWell = ['in game', '1', expect.stringMatching(/^djE6/)];
    await expect.poll(states).toEqual(isWell);
    for (const fault of faults) {
      hub.fail(fault);
      const isUnknown = expect.stringMatching(/^(unknown|unavailable)$/);
      await expect.poll(states, { message: fault }).toEqual([isUnknown, isUnknown, isUnknown]);
      hub.fail(null);
      await expect.poll(states, { message: `after ${fault}` }).toEqual(isWell);
    }
    expect(told).toBe(0);
    await running.stop();
  },
);

async function configureRecipe(hubUrl: string, key: string, notifyUrl: string) {
  const recipe = await readFile(`${projectRoot}docs/recipes/home-assistant.yaml`, 'utf8');
  const guild = recipe
    .replaceAll('http://hub.local:3000', hubUrl)
    .replaceAll('scan_interval: 10', 'scan_interval: 2');
  return configureHomeAssistant(`${program}`, await temporaryFolder(), {
    guild,
    secrets: `guild_key: Bearer ${key}\n`,
    notifyUrl,
  });
}
