import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { given, id } from '../../projections/access/testing/membership.ts';
import { gameEvent } from '../../projections/event-feed/testing/game-events.ts';
import { onceAFile } from '../support/at-end.ts';
import { accounts, drop, markup } from './guild-data.ts';
import { findChromium } from './launch-chromium.ts';
import { openGuildPages } from './open-guild-pages.ts';
import {
  addressHas,
  inaccessibleInThemes,
  pixelsBeyondEdge,
  type VisitOptions,
  waitUntilLoaded,
} from './page-visits.ts';

const chromium = findChromium();
const [bucketMs, hour] = [300_000, 3_600_000];
const { quillon, bram, marked } = accounts;
const quill = id(Object.values(accounts).indexOf(quillon) + 1);

async function open(executable: string) {
  const opened = await openGuildPages(executable);
  const { hub } = opened;
  const now = Date.now() - (Date.now() % bucketMs);
  const killed = (account: string, count: number, at = now - hour) =>
    gameEvent(account, {
      type: 'KILL_COUNT',
      occurred_at: at,
      data: JSON.stringify({ type: 'KILL_COUNT', extra: { boss: 'Zulrah', count } }),
    });
  const item = { id: 565, name: 'Blood rune', quantity: 100 };
  const loot = { items: [item], highestValueItem: item, source: { text: 'Zulrah' } };
  const data = JSON.stringify({ type: 'loot', data: loot });
  const drops = [1, 2, 3].map((index) =>
    drop(bram, item.name, { value_gp: 21_000, occurred_at: Date.now() - index * 1_000, data }),
  );
  const metric = { kind: 'kills', name: 'Zulrah' } as const;
  const teams = [
    { name: 'East', accounts: [quillon, marked] },
    { name: 'West', accounts: [bram] },
  ];
  const days = { from: now - 72 * hour, to: now + 48 * hour };
  await hub.append([
    ...drops,
    drop(marked, 'Big bones', { value_gp: 5_000, occurred_at: now - hour }),
    killed(quillon, 12, now - 960 * hour),
    killed(quillon, 17),
    killed(bram, 40),
    given.competition(31, { title: markup, metric: { kind: 'xp', name: 'Slayer' }, ...days, teams }),
    given.competition(32, {
      title: 'Coming week',
      metric,
      from: now + 24 * hour,
      to: now + 96 * hour,
      teams,
    }),
    given.competition(36, { title: 'Later week', from: now + 96 * hour, to: now + 120 * hour }),
    given.competition(33, { title: 'Past week', from: now - 96 * hour, to: now - 72 * hour }),
    given.competition(35, {
      metric: { kind: 'kills', name: 'Vorkath' },
      from: now - hour,
      to: now + 48 * hour,
    }),
    given.competition(34, { title: 'Loot week', metric: { kind: 'drops', name: null }, ...days }),
  ]);
  await hub.getUntil('/events', {
    key: await hub.makeKey(),
    withinMs: 25_000,
    seen: ({ body }) => JSON.stringify(body).split('Blood rune (').length > drops.length,
  });
  await hub.projected();
  return opened;
}

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => open(chromium ?? ''));
  // A member has at most ten keys.
  const key = onceAFile(() => opened().hub.makeKey({ member: quill }));
  const visit = async (path: string, options: Partial<VisitOptions> = {}) =>
    opened().visit(path, { key: key(), ...options });

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('the page of items tells an item that dropped and that nobody holds from a wrong name', async () => {
    const page = await visit('/items');
    const start = page.getByRole('region', { name: 'Top drops that the guild holds' });
    await start.getByText('Blood rune: dropped 3 times').waitFor();
    await page.getByLabel('Name or id of an item').fill('blood');
    await page.getByRole('region', { name: 'No item found' }).waitFor();
    expect(await page.getByText('Check the spelling').count()).toBe(0);
    await page.getByRole('link', { name: 'dropped 3 times' }).click();
    await addressHas(page, 'item=Blood+rune');
    await page.locator('.event-line').filter({ hasText: 'Blood rune' }).first().waitFor();
  });

  test('a leaderboard is chosen by metric, skill and period, and its address shows the same board', async () => {
    const page = await visit('/leaderboards');
    const rows = page.getByRole('table').getByRole('row');
    await page.getByRole('region', { name: 'Overall xp gained' }).getByRole('row').nth(1).waitFor();
    await page.getByRole('button', { name: 'Skill: Overall' }).click();
    await page.getByRole('button', { name: 'Slayer', exact: true }).click();
    await page.getByRole('button', { name: 'Month' }).click();
    const gained = page.getByRole('region', { name: 'Slayer xp gained in a month' });
    await gained.getByText('+175K').first().waitFor();
    await addressHas(page, 'skill=Slayer&period=month');
    await page.getByRole('button', { name: 'Levels' }).click();
    await page.getByRole('region', { name: 'Slayer levels' }).getByText('Reached').waitFor();
    await page.getByRole('button', { name: 'Records' }).click();
    await page
      .getByRole('region', { name: 'Best Slayer gains of a month' })
      .getByText('175K')
      .first()
      .waitFor();
    await page.getByRole('columnheader', { name: 'Days in UTC' }).waitFor();
    expect(await page.getByRole('link', { name: 'Quillon Fen' }).last().getAttribute('href')).toBe(
      `/accounts/${quillon}/records`,
    );
    await page.getByRole('button', { name: 'Kills' }).click();
    const bosses = page.getByRole('region', { name: 'Kills by boss in a month' });
    expect(await bosses.getByRole('row', { name: 'Zulrah' }).textContent()).toBe('Zulrah51Quillon Fen 5');
    await bosses.getByRole('link', { name: 'Zulrah' }).click();
    await page.getByRole('region', { name: 'Kills of Zulrah in a month' }).getByRole('row').nth(1).waitFor();
    expect(await rows.nth(1).textContent()).toMatch(/^1Quillon Fen5/);
    await page.getByRole('button', { name: 'All time' }).click();
    await page
      .getByRole('region', { name: 'Kills of Zulrah', exact: true })
      .getByRole('row')
      .nth(2)
      .waitFor();
    expect(await rows.nth(1).textContent()).toMatch(/^1Bram Oak40/);
    expect(await rows.nth(2).getAttribute('aria-current')).toBe('true');
    await page.goto(`${opened().hub.url}/leaderboards?metric=kills&boss=Kraken&period=week`);
    await page.getByText('There are kills of').getByRole('link', { name: 'Zulrah' }).click();
    await page.getByRole('region', { name: 'Kills of Zulrah in a week' }).getByRole('row').nth(1).waitFor();
    await page.getByRole('button', { name: 'Boss: Zulrah' }).click();
    await page.getByRole('button', { name: 'Zulrah 5', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Collection log' }).click();
    await page.getByText('No plugin has sent a collection log yet.').waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Collection logs' }).waitFor();
    await page.getByRole('button', { name: 'Drops' }).click();
    const players = page.getByRole('region', { name: 'Drops by player' });
    await players.getByRole('row', { name: 'Bram Oak' }).locator('td.number a').waitFor();
    await page.getByRole('button', { name: 'Items' }).click();
    await page
      .getByRole('region', { name: 'Drops by item' })
      .getByRole('link', { name: 'Blood rune' })
      .click();
    await page.locator('.event-line', { hasText: 'Blood rune' }).waitFor();
    await addressHas(page, 'item=Blood+rune&from=');
  });

  test('the own row is marked and in view, also when it is below the first rows', async () => {
    const page = await visit('/compare');
    await page.route('**/leaderboards/gains?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      for (const board of body.data.leaderboards) {
        const entry = (rank: number, account: object) => ({ rank, account, gain: 1_000 - rank });
        board.entries = Array.from({ length: 100 }, (_, index) =>
          entry(index + 1, { id: `other${index}`, name: `Other ${index}` }),
        );
        board.around = [
          entry(211, { id: 'above', name: 'Above' }),
          entry(212, { id: quillon, name: 'Quillon Fen' }),
          entry(213, { id: 'below', name: 'Below' }),
        ];
      }
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(`${opened().hub.url}/leaderboards`);
    const own = page.locator('tr[aria-current=true]');
    await own.getByText('212').waitFor();
    const inView = async () => {
      const { y = -1, height = 0 } = (await own.locator('td').first().boundingBox()) ?? {};
      return y >= 0 && y + height <= 800;
    };
    expect(await inView()).toBe(true);
    // A search does not need its own line.
    const search = page.getByRole('searchbox', { name: 'Find in leaderboard' });
    const head = page.getByRole('heading', { name: 'Overall xp gained in a week' });
    const middles = await Promise.all(
      [search, head].map(async (it) => {
        const { y = 0, height = 0 } = (await it.boundingBox()) ?? {};
        return y + height / 2;
      }),
    );
    expect(middles[0]).toBeCloseTo(middles[1] ?? 0, -1);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.getByRole('row', { name: '213 Below' }).waitFor();
    expect(await inView()).toBe(true);
  });

  test('a board is saved as a file with the rows of its choice', async () => {
    const page = await visit('/leaderboards?metric=kills&boss=zulrah');
    await page.getByRole('region', { name: 'Kills of zulrah' }).getByRole('row').nth(2).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('Kills of zulrah.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('Bram Oak');
  });

  test('competitions are listed by state, and each has an address with live standings of its teams', async () => {
    const page = await visit('/competitions');
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    await part('Coming').getByRole('link', { name: 'Coming week' }).waitFor();
    await part('Coming').getByText('begins in').first().waitFor();
    await part('Past').getByText('ended').waitFor();
    const running = part('Running').locator('.competition').filter({ hasText: 'Slayer xp' });
    const places = running.getByRole('listitem');
    await expect
      .poll(() => places.allInnerTexts())
      .toEqual(
        [/^(East|West)\s[\d.]+K xp$/, /^(East|West)\s/, /^Quillon Fen\s+#\d of 2\s+[\d.]+K xp$/].map((text) =>
          expect.stringMatching(text),
        ),
      );
    await running.getByRole('progressbar', { name: 'Passed time' }).waitFor();
    await running.getByText('· scored by 2 players').waitFor();
    await part('Past').locator('.places').getByRole('link').first().waitFor();
    await part('Running').getByRole('list').getByText('Nobody has a value above 0').waitFor();
    await running.getByRole('link', { name: markup }).click();
    await page.getByRole('heading', { name: markup }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/competitions/${id(31)}`);
    const own = page.locator('tr[aria-current=true]');
    await own.getByText('Quillon Fen').waitFor();
    await own.getByText('East').waitFor();
    const west = page.locator('.teams').getByRole('listitem').filter({ hasText: 'West' });
    expect(await west.innerText()).toMatch(
      /^West [\d.]+K xp\s+1 player, each [\d.]+K xp on average. Best: Bram Oak$/,
    );
    await page.getByText('Slayer xp · ends in').waitFor();
    await page.getByRole('figure', { name: /^Slayer xp of \d players? over time/ }).waitFor();
    const ends = await Promise.all(
      [page.getByRole('button', { name: 'Copy the address' }), page.locator('.panel').first()].map(
        async (it) => {
          const { x = 0, width = 0 } = (await it.boundingBox()) ?? {};
          return x + width;
        },
      ),
    );
    expect(ends[0]).toBe(ends[1]);
    const figures = () => page.locator('.figures > div').allInnerTexts();
    expect(await figures()).toEqual([
      'Players\n2 of 3 gained',
      'Total\n200K xp',
      '⁨Quillon Fen⁩\n#2 0 xp behind #1',
    ]);
    await page.goto(`${opened().hub.url}/competitions/${id(34)}`);
    await own.getByText('Quillon Fen').waitFor();
    expect((await figures()).at(-1)).toBe('⁨Quillon Fen⁩\n#3 5K gp behind #2');
    await page.getByRole('link', { name: 'All drops' }).click();
    await page.locator('.event-line', { hasText: 'Bram Oak' }).first().waitFor();
    await addressHas(page, '?types=loot%2Cpk_loot&from=');
    await page.goBack();
    await page.getByRole('row', { name: 'Bram Oak' }).locator('td.number a').click();
    await page.locator('.event-line', { hasText: 'Blood rune' }).first().waitFor();
    await addressHas(page, `account=${bram}&types=loot%2Cpk_loot&from=`);
    await page.goBack();
    await page.getByRole('link', { name: 'All competitions' }).click();
    await part('Running').waitFor();
    expect(await page.getByRole('button', { name: 'Create a competition' }).count()).toBe(0);
    await page.goto(`${opened().hub.url}/competitions/${id(32)}`);
    await page.getByText('begins in').waitFor();
    await page.getByText('Kills of Zulrah count from').waitFor();
    const teams = page.locator('.teams > li');
    await teams.filter({ hasText: '2 players, your team' }).getByRole('link', { name: 'Quillon' }).waitFor();
    await teams.filter({ hasText: 'West' }).getByRole('link', { name: 'Bram Oak' }).waitFor();
    await page.goto(`${opened().hub.url}/competitions/${id(36)}`);
    await page.getByText('All players of the guild take part').waitFor();
    await page.goto(`${opened().hub.url}/competitions/${id(39)}`);
    await page.getByText('The guild has no competition with this address.').waitFor();
    expect(await page.getByRole('button', { name: 'CSV' }).count()).toBe(0);
  });

  test('Back shows the choice before: a metric, a period, a skill, and a form with many fields', async () => {
    const page = await visit('/leaderboards');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await press('Kills');
    await page.getByRole('link', { name: 'Zulrah' }).click();
    await addressHas(page, 'metric=kills&boss=Zulrah');
    await press('Drops');
    await press('Month');
    await addressHas(page, 'period=month');
    await page.goBack();
    await expect.poll(() => page.evaluate('location.search')).toBe('?metric=drops&boss=Zulrah');
    await page.goBack();
    await page.getByRole('button', { name: 'Kills', exact: true, pressed: true }).waitFor();
    await expect.poll(() => page.evaluate('location.search')).toBe('?metric=kills&boss=Zulrah');
    await page.goto(`${opened().hub.url}/events`);
    await press('Loot');
    await page.getByLabel('Player').selectOption({ index: 1 });
    await addressHas(page, 'account=');
    // One press clears two fields, and is one step back.
    await press('Clear filters');
    await expect.poll(() => page.evaluate('location.search')).toBe('');
    await page.goBack();
    await addressHas(page, 'account=');
    await page.goBack();
    await expect.poll(() => page.evaluate('location.search')).toMatch(/^\?types=[^&]+$/);
  });

  test('the guild shows the running competitions with their first places', async () => {
    const page = await visit('/guild');
    const running = page.getByRole('region', { name: 'Running competitions' });
    const slayer = running.locator('.competition').filter({ hasText: 'Slayer xp' });
    await slayer.getByText('Quillon Fen').waitFor();
    expect(await running.getByText('Coming week').count()).toBe(0);
    await running.getByRole('link', { name: 'All' }).click();
    await page.getByRole('region', { name: 'Coming' }).waitFor();
    await page.route('**/api/v1/competitions', (route) =>
      route.fulfill({ json: { data: { competitions: [] }, meta: {} } }),
    );
    await page.goto(`${opened().hub.url}/guild`);
    await page.getByRole('region', { name: 'Gains' }).waitFor();
    await running.waitFor({ state: 'detached' });
  });

  test('events are listed by day, equal events together, with player and worth once', async () => {
    const page = await visit('/events');
    const line = page.locator('.event-line', { hasText: 'Blood rune' });
    await line.getByText('3 times').waitFor();
    expect(await line.count()).toBe(1);
    expect(await line.innerText()).toMatch(
      /^.?\s*Bram Oak received 100 × Blood rune from Zulrah 3 times\s+63\.?0?K\s/,
    );
    expect((await line.innerText()).split('Bram Oak')).toHaveLength(2);
    await page
      .getByRole('heading', { name: /^(Today|Yesterday)$/ })
      .first()
      .waitFor();
    const days = page.locator('.day-title');
    expect(await days.first().textContent()).toMatch(/(Today|Yesterday)\d+ events?.* · drops [\d.,]+[KMBT]$/);
    // A part of a day has no total.
    expect(await days.last().textContent()).toMatch(/events? shown$/);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => days.filter({ hasText: 'shown' }).count()).toBe(0);
    await page.getByLabel('Item').fill('blood RUNE');
    await page.getByLabel('Item').press('Enter');
    await addressHas(page, 'item=blood+RUNE');
    await expect.poll(() => page.locator('.event-line').count()).toBe(1);
    await page.getByLabel('Item').fill('');
    await page.getByLabel('Source').fill('nobody');
    await page.keyboard.press('Enter');
    await page
      .getByText('No event has a source named “nobody”. The beginnings of words count too.')
      .waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('Tanzanite fang').waitFor();
  });

  test('Back shows as many events as before at the same place, and no page is asked twice', async () => {
    const page = await visit('/events');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/api/v1/events')) asked.push(searchParams.get('cursor') ?? 'all');
    });
    const lines = page.locator('.event-line');
    // Equal events are one line.
    await expect.poll(() => lines.count()).toBeGreaterThan(90);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => lines.count()).toBeGreaterThan(120);
    const shown = await lines.count();
    await page.evaluate('scrollTo(0, 3_000)');
    await expect.poll(() => page.evaluate('scrollY')).toBe(3_000);
    await page.waitForTimeout(100);
    await page.getByRole('link', { name: 'Players', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Players', level: 1 }).waitFor();
    asked.length = 0;
    await page.goBack();
    await expect.poll(() => lines.count()).toBe(shown);
    await expect.poll(() => page.evaluate('scrollY')).toBe(3_000);
    await page.waitForTimeout(11_000);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked).not.toContain('all');
    // A page that has loaded before opens at its top, also when the link keeps the focus.
    const guild = page.getByRole('navigation').getByRole('link', { name: 'Guild', exact: true }).first();
    const overview = page.locator('main.guild');
    await guild.click();
    await overview.getByRole('link').nth(10).waitFor();
    await page.goBack();
    await expect.poll(() => page.evaluate('scrollY')).toBe(3_000);
    await guild.click();
    await overview.getByRole('link').nth(10).waitFor();
    expect(await page.evaluate<number>('document.body.scrollHeight - innerHeight')).toBeGreaterThan(100);
    expect(await page.evaluate('scrollY')).toBe(0);
  });

  test('the comparison starts with me and the top gainers, and its table draws the pressed skill', async () => {
    const page = await visit('/compare');
    await page.getByRole('button', { name: 'Quillon Fen leave out' }).waitFor();
    const table = page.getByRole('table', { name: 'Skills of the players' });
    await table.getByRole('columnheader', { name: 'Quillon Fen' }).waitFor();
    const heads = table.getByRole('columnheader');
    expect(await heads.count()).toBeGreaterThan(2);
    const own = heads.filter({ hasText: 'Quillon Fen' });
    expect(await own.getByRole('link').getAttribute('href')).toBe(`/accounts/${quillon}`);
    await own.getByRole('button', { name: 'Sort by' }).click();
    await addressHas(page, 'sort-skills-of-the-players=');
    await page.getByText('The small number is the level now.').waitFor();
    await page.getByRole('button', { name: 'Total', exact: true }).click();
    await page.getByRole('heading', { name: 'Overall xp', exact: true }).waitFor();
    const xp = table.getByRole('row', { name: 'Slayer' }).getByTitle(/ xp$/);
    const shown = await xp.evaluateAll((all: readonly { title: string; closest(of: string): unknown }[]) =>
      all.map((each) => [Number(each.title.replace(/\D/g, '')), each.closest('.most') !== null] as const),
    );
    const most = Math.max(...shown.map(([value]) => value));
    expect(shown.map(([, isMost]) => isMost)).toEqual(shown.map(([value]) => value === most));
    expect(shown.filter(([, isMost]) => !isMost)).not.toEqual([]);
    await page.getByRole('button', { name: 'Bosses', exact: true }).click();
    const bosses = page.getByRole('table', { name: 'Kills of the players' });
    await bosses
      .getByRole('row', { name: /^Zulrah/ })
      .getByText('40', { exact: true })
      .waitFor();
    expect(await page.locator('.chart').count()).toBe(0);
    const quests = { points: 9, completed: 7, total: 177, states: null };
    await page.route('**/progress', (route) =>
      route.fulfill({ json: { data: { quests, diaries: null, combat_achievements: null }, meta: {} } }),
    );
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const drops = page.getByRole('table', { name: 'Drops and achievements of the players' });
    await drops
      .getByRole('row', { name: /^Worth of drops/ })
      .getByTitle('63,000 gp')
      .waitFor();
    await drops
      .getByRole('row', { name: /^Worth of drops/ })
      .getByTitle('0 gp')
      .first()
      .waitFor();
    await drops.getByRole('row', { name: /^Quests\s*7/ }).waitFor();
    await page.goBack();
    await bosses.waitFor();
    await page.goBack();
    await table.getByRole('button', { name: 'Fishing' }).click();
    await page.getByRole('heading', { name: 'Fishing xp' }).waitFor();
    await addressHas(page, 'skill=Fishing');
    await addressHas(page, `accounts=${quillon}`);
    await page.getByRole('button', { name: 'Quillon Fen leave out' }).click();
    await expect.poll(() => table.getByRole('columnheader', { name: 'Quillon Fen' }).count()).toBe(0);
    const leave = page.getByRole('button', { name: 'leave out' });
    for (let left = await leave.count(); left > 0; left -= 1) {
      await leave.first().click();
      await expect.poll(() => leave.count()).toBe(left - 1);
    }
    // The suggestions do not come back.
    await page.reload();
    await page.getByText('Choose two to six players').waitFor();
    expect(await leave.count()).toBe(0);
  });

  test('each board, competition and comparison is accessible in both themes and fits a phone', async () => {
    const page = await visit('/leaderboards');
    const paths = [
      ...['levels', 'records', 'kills', 'collection_log', 'drops'].map(
        (metric) => `/leaderboards?metric=${metric}`,
      ),
      '/leaderboards?period=all_time',
      '/competitions',
      `/competitions/${id(31)}`,
      `/competitions/${id(32)}`,
      '/compare?measure=total',
      '/events?item=shark',
    ];
    for (const path of paths) {
      await page.setViewportSize({ width: 1_280, height: 800 });
      await page.goto(`${opened().hub.url}${path}`);
      await waitUntilLoaded(page);
      expect(await inaccessibleInThemes(page), path).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      await expect.poll(() => pixelsBeyondEdge(page), { message: path }).toBe(0);
      expect(await page.evaluate("document.querySelectorAll('#app :is(img, script)').length"), path).toBe(0);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${opened().hub.url}/compare?accounts=${quillon},${accounts.wide}`);
    // A name that is too long for its column takes two lines.
    const long = page.getByRole('columnheader', { name: /^.?W+/ }).getByRole('link');
    await expect.poll(async () => (await long.boundingBox())?.height).toBeGreaterThan(24);
    expect(await pixelsBeyondEdge(page)).toBe(0);
    const arrows = page.getByRole('columnheader').getByText('↕').filter({ visible: true });
    expect(await arrows.count()).toBe(0);
    await page.goto(`${opened().hub.url}/leaderboards`);
    await page.getByRole('button', { name: 'Skill: Overall' }).click();
    await page.getByRole('button', { name: 'Slayer', exact: true }).waitFor();
    expect(await pixelsBeyondEdge(page)).toBe(0);
    expect(await inaccessibleInThemes(page)).toEqual([]);
  });
});
