import { afterEach, describe, expect, test } from 'vitest';
import { given } from '../../projections/access/testing/membership.ts';
import { report, whip } from '../../projections/account-state/testing/report.ts';
import { gameEvent } from '../../projections/event-feed/testing/game-events.ts';
import { accountTabs } from '../../services/console/page-paths.ts';
import { type NewEvent, newEvent } from '../../shared/events/event.ts';
import { type HoldingName, holdings } from '../../shared/events/holdings.ts';
import type { GameEvent } from '../../shared/events/types/game-event-recorded.ts';
import { onceAFile } from '../support/at-end.ts';
import { accounts } from './guild-data.ts';
import { findChromium } from './launch-chromium.ts';
import { smallTargets } from './layout-measures.ts';
import { openGuildPages } from './open-guild-pages.ts';
import { addressHas, inaccessibleInThemes, pixelsBeyondEdge, type VisitOptions } from './page-visits.ts';

const chromium = findChromium();
const rightToLeft = 'חרב הזהב הארוכה';
const { quillon, bram, wide } = accounts;

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(async () => {
    const pages = await openGuildPages(chromium ?? '');
    await pages.hub.append(achievementsOf(quillon, Date.now()));
    await pages.hub.append(killsOf(wide, ['W'.repeat(60), rightToLeft], Date.now()));
    await pages.hub.append(oneOfLog(wide, Date.now()));
    await pages.hub.projected();
    return pages;
  });
  const visit = async (tab: string, options: Partial<VisitOptions> = {}) =>
    opened().visit(`/accounts/${quillon}/${tab}`, { key: await opened().hub.makeKey(), ...options });

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('drops are listed by source with the names of the items, in the range of the address', async () => {
    const page = await visit('drops');
    const row = page.getByRole('row', { name: /^Zulrah/ });
    const fang = row.locator('.named-item > span:last-child').getByRole('link', { name: 'Tanzanite fang' });
    expect(await fang.getAttribute('href')).toBe('/items?find=Tanzanite+fang');
    await expect
      .poll(() => row.getByRole('link', { name: 'Zulrah' }).getAttribute('href'))
      .toBe(`/leaderboards?metric=kills&boss=Zulrah&around=${quillon}`);
    await page.locator('th[aria-sort=descending]').getByText('Worth').waitFor();
    await page.getByRole('definition').getByText('Tanzanite fang').waitFor();
    await row.getByRole('link', { name: '2.32M' }).click();
    await addressHas(page, 'event=');
    await page.goBack();
    await page.getByRole('button', { name: 'Year' }).click();
    await addressHas(page, 'range=year');
    await row.getByText('612 kills in all').waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    expect((await file).suggestedFilename()).toBe('Quillon Fen drops.csv');
  });

  test('the overview leads to what the account achieved, and a skill chooses the chart', async () => {
    const page = await visit('');
    const achieved = page.getByRole('region', { name: 'Achieved' });
    for (const [name, tab] of Object.entries({
      '733 / 1,690': 'collection-log',
      '141 / 177': 'progress',
      '31 / 48': 'progress',
      '716': 'kills',
    })) {
      const link = achieved.getByRole('link', { name, exact: true });
      expect(await link.getAttribute('href')).toBe(`/accounts/${quillon}/${tab}`);
    }
    const skill = page.getByRole('button', { name: 'Fishing', pressed: false });
    await skill.press('Enter');
    await addressHas(page, 'skill=Fishing');
    await page.getByRole('button', { name: 'Fishing', pressed: true }).waitFor();
    expect(await page.getByLabel('Skill', { exact: true }).inputValue()).toBe('Fishing');
    const changes = page.getByRole('list', { name: 'Changes of gear' }).getByRole('listitem');
    await page.getByText(/^Show \d changes$/).press('Enter');
    await expect.poll(() => changes.count()).toBeGreaterThan(2);
  });

  test('kills are sorted by a press on a column, and counted for a period', async () => {
    const page = await visit('kills');
    const names = page.locator('tbody td[data-title="Boss or monster"] bdi');
    await expect.poll(() => names.allTextContents()).toEqual(['Zulrah', 'Vorkath', 'Giant Mole']);
    await page.getByText('1:02.40').waitFor();
    const row = page.getByRole('row', { name: /Zulrah/ });
    await row.getByText('#1', { exact: true }).waitFor();
    expect(await row.getByRole('link', { name: 'Zulrah' }).getAttribute('href')).toBe(
      `/leaderboards?metric=kills&boss=Zulrah&around=${quillon}`,
    );
    await page.locator('th[aria-sort=descending]').getByText('Kills').waitFor();
    const byTime = page.getByRole('button', { name: 'Best time ' }).first();
    // The second press comes before the table shows the first order.
    await byTime.evaluate((button: { click(): void }) => {
      button.click();
      button.click();
    });
    await addressHas(page, 'sort-kill-counts=');
    // An unknown time comes last in both orders.
    await expect.poll(() => names.allTextContents()).toEqual(['Zulrah', 'Vorkath', 'Giant Mole']);
    await byTime.press('Enter');
    await expect.poll(() => names.allTextContents()).toEqual(['Vorkath', 'Zulrah', 'Giant Mole']);
    await page.locator('th[aria-sort=ascending]').getByText('Best time').waitFor();
    await page.getByRole('button', { name: 'Boss ' }).click();
    await expect.poll(() => names.allTextContents()).toEqual(['Giant Mole', 'Vorkath', 'Zulrah']);
    // An address with an order can be sent to others.
    await addressHas(page, 'sort-kill-counts=Boss');
    await page.reload();
    await expect.poll(() => names.allTextContents()).toEqual(['Giant Mole', 'Vorkath', 'Zulrah']);
    // The kills of a period are the kills that its reports added.
    await page.getByRole('button', { name: 'Week' }).click();
    await expect.poll(() => names.allTextContents()).toEqual(['Giant Mole']);
    await page.getByRole('row', { name: /^Giant Mole 3 / }).waitFor();
    await page.getByRole('button', { name: 'Best time ever ' }).first().waitFor();
    await addressHas(page, 'range=week');
  });

  test('on a phone, a boss is a line that opens, with the sorted number in sight', async () => {
    const page = await visit('kills', { width: 390 });
    const row = page.getByRole('row', { name: /Zulrah/ });
    await row.getByText('1:02.40').waitFor();
    expect((await row.boundingBox())?.height).toBeLessThan(60);
    const place = row.getByText('#1', { exact: true });
    expect(await place.isVisible()).toBe(false);
    await row.getByRole('button', { name: 'More about Zulrah' }).click();
    await place.waitFor();
    await row.getByRole('button', { name: 'More about Zulrah' }).click();
    await page.getByRole('button', { name: 'Place ' }).click();
    await place.waitFor();
    await row.getByText('1:02.40').waitFor({ state: 'hidden' });
  });

  test('on a phone, all chips that sort are in sight', async () => {
    for (const [tab, last] of Object.entries({ kills: 'Last count', drops: 'Last drop' })) {
      const page = await visit(tab, { width: 390 });
      await page.getByRole('button', { name: last }).waitFor();
      const ends = await page.evaluate<number[]>(
        `[...document.querySelectorAll('thead button')].map((it) => it.getBoundingClientRect().right)`,
      );
      expect(ends.length).toBeGreaterThan(3);
      expect(Math.max(...ends), tab).toBeLessThan(370);
    }
  });

  test('the collection log says how full it is, newest first, and finds an item', async () => {
    const page = await visit('collection-log');
    await page.getByText('733 / 1,690').waitFor();
    await page.getByText('43 %, 957 left').waitFor();
    await page.getByRole('link', { name: /^#\d+ in the guild$/ }).waitFor();
    const names = page.locator('.named-item > span:last-child bdi');
    await page.getByRole('button', { name: 'By month' }).click();
    await addressHas(page, 'order=by+month');
    // The newest month has one item. A button shows the rest of the items without a time.
    await expect.poll(() => names.count()).toBe(61);
    expect(await names.first().textContent()).toBe('Newest of the log');
    await page.locator('a[href*="/items?find="]', { hasText: 'Newest of the log' }).waitFor();
    await page.getByRole('button', { name: '672 more' }).click();
    await expect.poll(() => names.count()).toBe(733);
    await page.getByLabel('Find an item').fill('item 4999');
    await expect.poll(() => names.allTextContents()).toEqual(['Item 4999']);
  });

  test('the collection log shows a page of the game with its gaps, and the keys go from page to page', async () => {
    const page = await visit('collection-log');
    const barrows = page.getByRole('region', { name: 'Barrows Chests' });
    await barrows.getByText('25 of 25 items').waitFor();
    await page.getByText('124 pages, 1 complete').waitFor();
    // The counts of the game and of the hub are the same.
    await expect.poll(() => page.getByText('The hub knows the names').count()).toBe(0);
    const list = page.getByRole('group', { name: 'Page of the log' });
    await list.getByRole('radio', { name: 'Barrows Chests 25/25' }).press('ArrowUp');
    await addressHas(page, 'page=Araxxor');
    await list.getByRole('radio', { name: 'Zulrah 0/10' }).click();
    await addressHas(page, 'page=Zulrah');
    const zulrah = page.getByRole('region', { name: 'Zulrah' });
    await zulrah.getByText('0 of 10 items').waitFor();
    expect(await barrows.count()).toBe(0);
    await zulrah.getByText('612 kills, best time 1:02.40').waitFor();
    const fang = zulrah.getByRole('listitem').filter({ hasText: 'Tanzanite fang' });
    await fang.getByText('missing', { exact: true }).waitFor();
    expect(await fang.getByRole('link').getAttribute('href')).toBe('/items?find=12922');
    // The list opens at the page of the address.
    await page.reload();
    await zulrah.waitFor();
    await expect.poll(() => list.evaluate((it: { scrollTop: number }) => it.scrollTop)).toBeGreaterThan(500);
    await list.getByRole('radio', { name: /^Other items \d{3}$/ }).click();
    await page.getByRole('region', { name: 'No plugin sent the source' }).waitFor();
  });

  test('a text finds the pages with an item, missing items too', async () => {
    const page = await visit('collection-log?page=Barrows+Chests');
    await page.getByLabel('Find an item').fill('tanzanite');
    const zulrah = page.getByRole('region', { name: 'Zulrah' });
    await zulrah.getByText('0 of 10 items').waitFor();
    expect(await zulrah.getByRole('listitem').count()).toBe(2);
    const entries = page.getByRole('group', { name: 'Page of the log' }).getByRole('radio');
    expect(await entries.count()).toBe(2);
    await page.getByRole('radio', { name: 'All pages 2' }).and(page.locator(':checked')).waitFor();
    await page.getByRole('radio', { name: 'Zulrah 2 hits' }).waitFor();
    // An item of many pages is on all of them.
    await page.getByLabel('Find an item').fill('dragon pickaxe');
    const sheets = page.locator('.log-pages .item-group');
    await expect.poll(() => sheets.count()).toBeGreaterThan(3);
    expect(await entries.count()).toBe((await sheets.count()) + 1);
    await page.getByRole('radio', { name: 'Kalphite Queen 1 hit' }).click();
    await expect.poll(() => sheets.count()).toBe(1);
    await page.getByLabel('Find an item').fill('dragon pick');
    await expect.poll(() => sheets.count()).toBeGreaterThan(3);
    await page.getByLabel('Find an item').fill('no such text');
    await page.getByText('No item, page or source has this text.').waitFor();
  });

  test('on a phone, a field chooses the page of the collection log', async () => {
    const page = await visit('collection-log', { width: 390 });
    await page.getByLabel('Page of the log').selectOption('Zulrah 0/10');
    await page.getByRole('region', { name: 'Zulrah' }).waitFor();
    await addressHas(page, 'page=Zulrah');
    await page.getByLabel('Page of the log').selectOption('Barrows Chests 25/25 ✓');
    await page.getByRole('region', { name: 'Barrows Chests' }).waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
    await page.getByRole('button', { name: 'Begun' }).click();
    const texts = page.getByLabel('Page of the log').locator('option');
    await expect
      .poll(async () => (await texts.allTextContents()).filter((text) => / 0\//.test(text)))
      .toEqual([]);
    await page.getByLabel('Find an item').fill('tanzanite');
    await expect.poll(() => texts.allTextContents()).toEqual(['All pages 2', 'Zulrah 2 hits']);
  });

  test('an item that no plugin named is not called missing', async () => {
    const key = await opened().hub.makeKey();
    const page = await opened().visit(`/accounts/${wide}/collection-log`, { key });
    const zulrah = page.getByRole('region', { name: 'Zulrah' });
    await zulrah.getByText('1 of 10 items').waitFor();
    await zulrah.getByText('known to the hub', { exact: true }).waitFor();
    await page.getByText('The hub knows the names of 1 of these items').waitFor();
    expect(await zulrah.getByText('not known to the hub').count()).toBe(9);
    expect(await page.getByText('missing', { exact: true }).count()).toBe(0);
    expect(await page.locator('.log-missing').count()).toBe(0);
    const fang = zulrah.getByRole('listitem').filter({ hasText: 'Tanzanite fang' });
    expect(await fang.getByText(/kill|not known/).allTextContents()).toEqual([
      expect.stringMatching(/249.kills$/),
    ]);
  });

  test('progress shows levels, quests, diaries, combat achievements, slayer and pets', async () => {
    const page = await visit('progress');
    for (const text of ['141 / 177', '31 / 48', '366 / 492', '611 / 2,672', '842', 'Points for Elite'])
      await page.getByText(text, { exact: true }).waitFor();
    await page.getByRole('listitem').getByText('Pet snakeling').last().waitFor();
    // The tile gives a glyph its size.
    expect(await page.locator('.item-picture').boundingBox()).toMatchObject({ width: 40, height: 40 });
    await page.getByText('all done').first().waitFor();
    await page.getByText('Hard', { exact: true }).first().waitFor();
    await page.getByText('56 %, 464 left').waitFor();
    const pet = page.getByRole('listitem').getByRole('link', { name: 'Pet snakeling' });
    expect(await pet.getAttribute('href')).toBe('/items?find=12921');
    await page.getByText('Bonus at task 210').waitFor();
    await page.getByText('40 %, 6 left').waitFor();
    const steps = page.getByRole('region', { name: 'Newest quests, tasks and pets' });
    await steps.getByText('Snake Rebound').waitFor();
    expect(await steps.getByRole('listitem').count()).toBe(2);
    await steps.getByText('Completed 2 tasks of the Kandarin diary').waitFor();
  });

  test('progress names the missing quests first, and shows each tier of a diary', async () => {
    const page = await visit('progress', { width: 390 });
    const quests = page.getByRole('region', { name: 'Quests by name' });
    await quests.getByRole('heading', { name: '209 unfinished quests' }).waitFor();
    expect(await quests.getByRole('list', { name: 'Started', exact: true }).allTextContents()).toEqual([
      "Alfred Grimhand's Barcrawl",
    ]);
    await quests.locator('summary').getByText('Not started').click();
    const missing = quests.getByRole('list', { name: 'Not started' }).getByRole('listitem');
    // Players look for a name without its article.
    expect((await missing.allTextContents()).slice(0, 2)).toEqual([
      'The Ascent of Arceuus',
      'At First Light',
    ]);
    const finished = quests.getByRole('list', { name: 'Finished' });
    await finished.waitFor({ state: 'hidden' });
    await quests.getByLabel('Find a quest').fill('animal');
    await expect.poll(() => finished.allTextContents()).toEqual(['Animal Magnetism']);
    const row = page.getByRole('table').getByRole('row', { name: /^Ardougne/ });
    expect(await row.getByRole('cell').allTextContents()).toEqual(['✓done', '1/12', '0/12', '0/8']);
  });

  test('records show the best day and the milestones', async () => {
    const page = await visit('records');
    const overall = page.getByRole('table', { name: 'Best gains' }).getByRole('row', { name: /^Slayer/ });
    await overall.getByText('+50K').first().waitFor();
    // A week and a month begin at the first report, and are shown with their last day.
    const seen = new Date(Date.now() - 3 * 86_400_000);
    await page.route(`**/api/v1/accounts/${quillon}`, async (route) => {
      const body = await (await route.fetch()).json();
      body.data.first_seen = seen.toISOString();
      await route.fulfill({ json: body });
    });
    const ranges = overall.getByText(new RegExp(`^(\\w+\\s)?${seen.getUTCDate()}\\b.*\\sto\\s`));
    await expect.poll(() => ranges.count()).toBe(2);
    await overall.locator('a[href="/leaderboards?metric=records&skill=Slayer"]').waitFor();
    await page.getByText('No new milestone since the first report (every 10 levels from 50).').waitFor();
    const highest = page.locator('.highest-milestones li').filter({ hasText: /^\s*Slayer / });
    await highest.waitFor({ state: 'hidden' });
    await page.getByText(/^\d+ milestones before the first report$/).press('Enter');
    await expect.poll(() => highest.allTextContents()).toEqual([expect.stringMatching(/Slayer \d\d/)]);
    await page.getByRole('region', { name: 'Best drop and times' }).getByText('1:02.40').waitFor();
    await page.setViewportSize({ width: 340, height: 800 });
    // The row of the heading ends where the table must end.
    const overhang = `document.querySelector('.best-gains table').getBoundingClientRect().right -
      document.querySelector('.best-gains h3').getBoundingClientRect().right +
      parseFloat(getComputedStyle(document.querySelector('.best-gains h3')).paddingRight)`;
    await expect.poll(() => page.evaluate(overhang)).toBeLessThan(1);
  });

  test('history shows the year as a calendar, and as a table for keys', async () => {
    const page = await visit('history');
    await page.getByText('Most days in a row').waitFor();
    const day = page.locator('.calendar rect:not([data-level="0"])').last();
    await day.hover();
    await page.getByText(/: \d+ min in \d session/).waitFor();
    const told = page.getByRole('status').filter({ hasText: /: / });
    const first = await told.textContent();
    const calendar = page.getByRole('region', { name: 'Calendar of played days' });
    await calendar.press('ArrowLeft');
    await expect.poll(() => told.textContent()).not.toBe(first);
    await calendar.press('ArrowRight');
    await expect.poll(() => told.textContent()).toBe(first);
    await page.getByText('Days as a table').press('Enter');
    await page.getByRole('table', { name: 'Played days' }).getByRole('row').nth(2).waitFor();
  });

  test('the bank is searched over all storages, and each storage has its worth', async () => {
    const page = await visit('bank');
    // Without pictures, the items of most worth come first.
    await page.getByRole('button', { name: 'By worth', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'As in the game' }).click();
    const vault = page.getByRole('region', { name: 'Seed vault' });
    await vault.getByText('1 item').waitFor();
    const tiles = page.getByRole('region', { name: 'Bank', exact: true }).locator('.item-tile');
    await expect.poll(() => tiles.count()).toBe(4);
    // A price of 0 is no price.
    await page.getByText('3 items without a known price').waitFor();
    const most = page.getByRole('region', { name: 'Worth most' });
    await most.getByText('2 pieces, 3M').waitFor();
    expect(await most.getByRole('link', { name: 'Abyssal whip' }).getAttribute('href')).toBe(
      '/items?find=4151',
    );
    expect(await most.getByRole('listitem').count()).toBe(1);
    // The game's bank has 8 columns.
    const columns = `getComputedStyle(document.querySelector('.bank-row')).gridTemplateColumns`;
    expect((await page.evaluate<string>(columns)).split(' ').length).toBe(8);
    // A press on a tile says what the item is, and leads to its holders.
    await tiles.first().click();
    const about = page.locator('.item-name:popover-open');
    expect(await about.textContent()).toContain('Item 777777 × 3, no known price');
    const holders = about.getByRole('link', { name: 'Players with this item' });
    expect(await holders.getAttribute('href')).toBe('/items?find=777777');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'By name' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Fire cape' }).getByText('no known price').waitFor();
    await page.getByRole('button', { name: 'As in the game' }).click();
    await expect.poll(() => tiles.count()).toBe(4);
    await tiles.first().focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => tiles.nth(1).and(page.locator(':focus')).count()).toBe(1);
    // The other item of the bank is worth 1.5M.
    await page.getByLabel('Find an item').fill('cape');
    await page.getByText('1 of 5 items, worth 0').waitFor();
    await page.getByRole('button', { name: 'By worth', pressed: true }).waitFor();
    await page.getByLabel('Find an item').fill('whip');
    await page.getByText('2 of 5 items, worth 3M').waitFor();
    await vault.getByRole('link', { name: 'Abyssal whip' }).waitFor();
    await page.getByLabel('Find an item').fill('item 777778');
    await addressHas(page, 'find=item+777778');
    await expect.poll(() => tiles.count()).toBe(1);
    // Two letters would be the same for every item without a name.
    expect(await tiles.locator('.item-id').textContent()).toBe('777778');
  });

  test('the tabs of an account without such data say which plugins send it', async () => {
    const { hub } = opened();
    await hub.append([given.sharing(bram, { category: 'bank', audience: 'guild', with: [] })]);
    await hub.projected();
    const key = await hub.makeKey();
    for (const [tab, text] of Object.entries({
      'collection-log': 'Plugins that send it: HA Exporter, Dink, Group Ironmen Tracker',
      kills: 'Plugins that send it: Dink. They send a count',
      progress: 'Plugins that send it: Dink, Group Ironmen Tracker. They send it at a login',
      bank: 'Plugins that send it: Group Ironmen Tracker, rseye-connector',
    })) {
      const page = await opened().visit(`/accounts/${bram}/${tab}`, { key });
      await page.getByText(text).first().waitFor();
    }
  });

  test('every tab is accessible in both themes, fits a phone, and has targets for a finger', async () => {
    const page = await visit('drops');
    for (const account of [quillon, wide]) {
      for (const tab of accountTabs) {
        await page.setViewportSize({ width: 390, height: 800 });
        await page.goto(`${opened().hub.url}/accounts/${account}/${tab}`);
        await page.locator('.tab-links').waitFor();
        expect(await inaccessibleInThemes(page), tab).toEqual([]);
        await expect.poll(() => pixelsBeyondEdge(page), { message: tab }).toBe(0);
        expect(await smallTargets(page), tab).toEqual([]);
      }
    }
  });

  test('an unknown tab is no page, and an unreadable tab names its category', async () => {
    const page = await visit('nothing');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    const key = await opened().hub.makeKey({ categories: ['stats'] });
    const kills = await visit('kills', { key });
    await kills.getByText('This key does not read events here').waitFor();
  });
});

/** Reports of plugins that fill the tabs, until `now`, epoch ms. */
function achievementsOf(subject: string, now: number): NewEvent[] {
  const of = (part: HoldingName) => ({ subject, source: 'dink', part });
  const at = now;
  const logged = Array.from({ length: 732 }, (_, index) => ({ id: 4_268 + index, quantity: 1 }));
  const stored = [
    { id: 777_777, quantity: 3 },
    { id: 777_778, quantity: 100_000 },
    { id: whip.id, quantity: 1 },
    { id: cape.id, quantity: 1 },
  ];
  const pets = [{ id: 12_921, name: 'Pet snakeling' }];
  return [
    // Storages have the names and prices of worn items.
    report.equipment(subject, at, [whip, cape]),
    newEvent(holdings['collection-log-count'], of('collection-log-count'), {
      ...{ at, completed: 733, total: 1_690 },
    }),
    newEvent(holdings['collection-log'], of('collection-log'), { at, items: logged }),
    newEvent(holdings['quest-count'], of('quest-count'), { at, completed: 141, total: 177 }),
    newEvent(holdings['quest-points'], of('quest-points'), { at, completed: 259, total: 293 }),
    newEvent(holdings['diary-count'], of('diary-count'), { at, completed: 31, total: 48 }),
    newEvent(holdings['diary-tasks'], of('diary-tasks'), { at, completed: 366, total: 492 }),
    newEvent(holdings['combat-achievements'], of('combat-achievements'), {
      ...{ at, completed: 611, total: 2_672 },
    }),
    newEvent(holdings.quests, of('quests'), { at, states: [2, 2, 1, 0, ...Array(207).fill(1)] }),
    newEvent(holdings.diaries, of('diaries'), { at, variables: [0b11_1010_1111_0111, ...Array(61).fill(0)] }),
    newEvent(holdings.slayer, of('slayer'), { at, points: 842, streak: 204 }),
    newEvent(holdings.pets, of('pets'), { at, pets }),
    newEvent(holdings.bank, of('bank'), { at, items: stored }),
    newEvent(holdings['seed-vault'], of('seed-vault'), { at, items: [{ id: whip.id, quantity: 1 }] }),
    eventOf(subject, { type: 'collection_log', occurred_at: now - 1_000 }, { itemName: 'Newest of the log' }),
    gameEvent(subject, { type: 'combat_task', occurred_at: now - 1_000, data: combatTask }),
    ...[2_000, 3_000].map((ago) =>
      eventOf(
        subject,
        { type: 'achievement_diary', occurred_at: now - ago },
        { region: 'Kandarin', difficulty: 'HARD' },
      ),
    ),
    ...killsOf(subject, ['Vorkath', 'Zulrah'], now),
    eventOf(
      subject,
      { type: 'KILL_COUNT', occurred_at: now - 3_456_000_000 },
      { boss: 'Giant Mole', count: 1 },
    ),
    eventOf(subject, { occurred_at: now - 1_000 }, { source: 'Giant Mole', category: 'NPC', killCount: 4 }),
  ];
}

const cape = { ...whip, id: 6_570, name: 'Fire cape', ge_price: 0, equipment_slot: 'CAPE' };

const combatTask = JSON.stringify({
  type: 'COMBAT_ACHIEVEMENT',
  extra: {
    ...{ tier: 'HARD', task: 'Snake Rebound', taskPoints: 3, totalPoints: 611, totalPossiblePoints: 2_672 },
    ...{ tierProgress: 57, tierTotalPoints: 128, nextTier: 'ELITE' },
  },
});

/** The game counts more items than the hub knows. */
function oneOfLog(subject: string, now: number): NewEvent[] {
  const about = { subject, source: 'dink', part: 'collection-log-count' } as const;
  const data = { itemName: 'Tanzanite Fang', dropperName: 'Zulrah', killCount: 249 };
  return [
    newEvent(holdings['collection-log-count'], about, { at: now, completed: 40, total: 1_690 }),
    eventOf(subject, { type: 'collection_log', occurred_at: now - 1_000 }, data),
  ];
}

function killsOf(subject: string, bosses: readonly string[], now: number): NewEvent[] {
  return bosses.map((boss, index) =>
    eventOf(
      subject,
      { type: 'KILL_COUNT', occurred_at: now - 2_000 },
      { boss, count: 100 + 512 * index, time: index === 0 ? 'PT56.4S' : 'PT1M2.4S', isPersonalBest: true },
    ),
  );
}

function eventOf(subject: string, some: Partial<GameEvent>, data: object): NewEvent {
  const type = some.type ?? 'loot';
  return gameEvent(subject, { type, ...some, data: JSON.stringify({ type, data }) });
}
