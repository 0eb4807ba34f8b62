import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { id } from '../../projections/access/testing/membership.ts';
import { openTestConsole } from '../../services/console/testing/open-test-console.ts';
import { auditEvent } from '../../shared/log/record-in-audit.ts';
import { onceAFile } from '../support/at-end.ts';
import type { KeyOptions } from '../support/hub/hub.ts';
import { sampleReport } from '../support/hub/sample-report.ts';
import { serveAtOnce } from '../support/hub/serve-at-once.ts';
import { buildChangedPages } from './built-pages.ts';
import { startChromium } from './chromium.ts';
import { accounts, members, past } from './guild-data.ts';
import { findChromium } from './launch-chromium.ts';
import { smallTargets } from './layout-measures.ts';
import {
  addressHas,
  inaccessibleInThemes,
  pixelsBeyondEdge,
  type VisitOptions,
  visitsOf,
} from './page-visits.ts';

const chromium = findChromium();
const quillon = id(1);

async function open(executable: string) {
  await buildChangedPages();
  const [site, browser] = await Promise.all([openTestConsole(), startChromium(executable)]);
  const { hub } = site;
  await serveAtOnce(hub.database);
  await hub.append(members());
  await hub.append(past(Date.now()));
  await hub.projected();
  return { ...site, browser, ...visitsOf(browser, hub.url) };
}

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => open(chromium ?? ''));
  const visitAs = async (memberId: string, path: string, options: Partial<VisitOptions> = {}) => {
    const { cookie } = await opened().signIn(memberId);
    return opened().visit(path, { key: null, cookie, ...options });
  };
  const visitWithKey = async (path: string, rights?: KeyOptions) =>
    opened().visit(path, { key: await opened().hub.makeKey(rights) });
  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('the home of a member is the guild, of a member without an account the own page, and of a key the map', async () => {
    const { hub } = opened();
    for (const path of ['/', '/sign-in']) {
      const page = await visitAs(quillon, path);
      await page.getByRole('heading', { name: 'Guild', exact: true }).waitFor();
      expect(page.url()).toBe(`${hub.url}/guild`);
    }
    const fresh = await visitAs(await hub.addMember('Fresh'), '/');
    await fresh.getByRole('heading', { name: 'Fresh', exact: true }).waitFor();
    expect(fresh.url()).toBe(`${hub.url}/me`);
    const reader = await visitWithKey('/');
    await reader.getByRole('heading', { name: 'Live map' }).waitFor();
    expect(reader.url()).toBe(`${hub.url}/map`);
    // Addresses of the map were below `/`.
    const old = await visitAs(quillon, `/?follow=${accounts.quillon}`);
    await old.waitForURL((url) => url.pathname === '/map' && url.search.includes(accounts.quillon));
  });

  test('the guild shows who is online and where, gains, drops, milestones, records and activity', async () => {
    const page = await visitAs(quillon, '/guild');
    const online = part(page, 'Online now');
    const falador = online.getByRole('listitem').filter({ hasText: 'Falador' });
    await falador.getByRole('link', { name: 'Quillon Fen' }).waitFor();
    expect(await falador.getByRole('link', { name: 'Falador' }).getAttribute('href')).toMatch(
      /^\/map\?at=296\d,337\d,2$/,
    );
    expect(await online.getByRole('link', { name: 'Tess Marrow' }).count()).toBe(0);
    const totals = part(page, 'Totals');
    await totals.getByText('4 of 5').waitFor();
    await totals.getByText('Last 30 days').waitFor();
    const gains = part(page, 'Gains');
    await gains.getByRole('button', { name: 'Month' }).click();
    await addressHas(page, 'period=month');
    await part(page, 'Most xp').getByText('+262K').first().waitFor();
    await gains.getByRole('figure', { name: /^Overall xp of \d players over time/ }).waitFor();
    const drop = part(page, 'Best drops').getByRole('listitem').filter({ hasText: 'Tanzanite fang' });
    await drop.locator('.item-picture').getByText('Tf').waitFor();
    const today = part(page, 'Newest milestones').getByRole('region', { name: /^(Today|Yesterday)$/ });
    await today.first().getByRole('listitem').first().waitFor();
    // The first day of a record may be before the first report.
    const records = part(page, 'Newest personal bests');
    await records.getByText('1 day').first().waitFor();
    await records
      .getByText(/^until \d+ \w+/)
      .first()
      .waitFor();
    const chart = part(page, 'Players by hour, last 7 days');
    const rightOf = async (inChart: string) => {
      const { x = 0, width = 0 } = (await chart.locator(inChart).boundingBox()) ?? {};
      return x + width;
    };
    // Half of the longest time of an axis.
    expect((await rightOf('canvas')) - (await rightOf('.u-over'))).toBeGreaterThan(26);
    await part(page, 'Best drops').getByRole('link', { name: 'All' }).click();
    await page.locator('.event-line', { hasText: 'Tanzanite fang' }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('types')).toBe('loot,pk_loot');
    expect(await page.locator('.event-line', { hasText: 'reached' }).count()).toBe(0);
    await page.goBack();
    await part(page, 'Newest milestones').getByRole('link', { name: 'All levels' }).click();
    await page.locator('.event-line', { hasText: 'reached' }).first().waitFor();
    await page.goBack();
    await online.getByRole('link', { name: 'All' }).click();
    await page.getByRole('heading', { name: 'Players' }).waitFor();
    await page.goBack();
    await online.getByRole('link', { name: 'Quillon Fen', exact: true }).click();
    await page.getByRole('heading', { name: 'Quillon Fen' }).waitFor();
  });

  test('the guild compares with yesterday: the gain of the whole day, and the ranks of a day earlier', async () => {
    const page = await visitAs(quillon, '/compare');
    const entry = (id: string, rank: number) => ({ rank, account: { id, name: id }, gain: 1_000_000 * rank });
    await page.route('**/leaderboards/gains?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.data.leaderboards = [
        {
          skill: 'Overall',
          entries: [entry(accounts.bram, 1), entry('other1', 2), entry(accounts.quillon, 9)],
        },
      ];
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(`${opened().hub.url}/guild`);
    await part(page, 'Totals').getByText('+12M').waitFor();
    const rows = part(page, 'Most xp').getByRole('listitem');
    await rows.filter({ hasText: 'Quillon Fen' }).getByTitle('Rank 9 a day earlier').getByText('▲').waitFor();
    await rows.filter({ hasText: 'Bram Oak' }).getByTitle('Rank 1 a day earlier').getByText('▼').waitFor();
    await page.getByText('Change of rank since yesterday').waitFor();
  });

  test('each part of the guild says what it lacks', async () => {
    const limited = await visitWithKey('/guild', { categories: ['activity'] });
    await part(limited, 'Totals').getByText('4 of 5').waitFor();
    for (const [name, category] of [
      ['Most xp', 'stats'],
      ['Best drops', 'events'],
      ['Newest milestones', 'stats'],
      ['Newest personal bests', 'stats'],
    ] as const)
      await part(limited, name).getByText(`does not read ${category}`).waitFor();
    const none = await visitWithKey('/guild', { accounts: [accounts.hidden] });
    await part(none, 'Online now').getByText('Nobody plays at the moment').waitFor();
    expect(await inaccessibleInThemes(none)).toEqual([]);
  });

  test('on a phone a bar at the bottom leads to the main pages, and covers nothing', async () => {
    const page = await visitAs(quillon, '/guild', { width: 390, touch: true });
    const bar = page.getByRole('navigation', { name: 'Main pages' });
    const names = ['Guild', 'Map', 'Players', 'Boards', 'Me'];
    await expect.poll(() => bar.getByRole('link').allTextContents()).toEqual(names);
    for (const link of await bar.getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await bar.getByRole('link', { name: 'Guild' }).getAttribute('aria-current')).toBe('page');
    await part(page, 'Newest milestones').getByRole('listitem').first().waitFor();
    const drops = part(page, 'Best drops').locator('li');
    expect(await drops.count()).toBeGreaterThan(3);
    expect(await drops.filter({ visible: true }).count()).toBe(3);
    const records = part(page, 'Newest personal bests').locator('li').filter({ visible: true });
    expect(await records.count()).toBe(3);
    // The text of a link ends at the padding of its panel.
    const beforeEdge = await page.evaluate<number>(`(() => {
      const text = document.createRange();
      text.selectNodeContents([...document.querySelectorAll('.panel-head > a')].find((it) => it.matches(':last-child') && it.textContent === 'All'));
      const panel = text.startContainer.parentElement.closest('.panel');
      return panel.getBoundingClientRect().right - text.getBoundingClientRect().right;
    })()`);
    expect(beforeEdge).toBeCloseTo(13, 0);
    expect(await smallTargets(page)).toEqual([]);
    expect(await pixelsBeyondEdge(page)).toBe(0);
    expect(await inaccessibleInThemes(page)).toEqual([]);
    const edges = async (selector: string) => {
      const { y = 0, height = 0 } = (await page.locator(selector).last().boundingBox()) ?? {};
      return { top: y, bottom: y + height };
    };
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    expect((await edges('.guild > .panel')).bottom).toBeLessThanOrEqual((await edges('.bottom-bar')).top);
    await bar.getByRole('link', { name: 'Map' }).click();
    await page.locator('.live-map canvas').first().waitFor();
    for (const selector of ['.live-map', '.layer-panel'])
      expect((await edges(selector)).bottom, selector).toBeLessThanOrEqual((await edges('.bottom-bar')).top);
    // The parts of the map are at the top, so that the page has one bar at the bottom.
    expect((await edges('.live-sheets')).bottom).toBeLessThan(120);
    expect((await edges('.bottom-bar')).bottom).toBe(800);
    // A field that the keyboard reaches is not below the bar.
    await bar.getByRole('link', { name: 'Me' }).click();
    await page.getByRole('region', { name: 'You', exact: true }).waitFor();
    await page.getByLabel('Time zone').focus();
    const { bottom } = await edges('input[list]');
    expect(bottom).toBeLessThanOrEqual((await edges('.bottom-bar')).top);
    await page.setViewportSize({ width: 1_280, height: 800 });
    await bar.waitFor({ state: 'hidden' });
  });

  test('a key has no own page in the bar', async () => {
    const page = await visitWithKey('/guild');
    await page.setViewportSize({ width: 390, height: 800 });
    const bar = page.getByRole('navigation', { name: 'Main pages' });
    const names = ['Guild', 'Map', 'Players', 'Boards'];
    await expect.poll(() => bar.getByRole('link').allTextContents()).toEqual(names);
  });

  test('players are sorted and filtered by the address', async () => {
    const page = await visitAs(quillon, '/players');
    const names = page.locator('tbody td[data-title=Player] a');
    await expect.poll(() => names.count()).toBe(5);
    // Each member has the name of the account.
    expect(await page.getByRole('columnheader', { name: 'Member' }).count()).toBe(0);
    const row = page.getByRole('row', { name: /Quillon Fen/ });
    await row.getByText('+262K').waitFor();
    // Only the own account is marked.
    expect(await page.locator('tr[aria-current=true]').allInnerTexts()).toEqual([
      expect.stringContaining('Quillon Fen'),
    ]);
    const place = row.getByRole('link', { name: 'Falador' });
    expect(await place.getAttribute('href')).toBe(`/map?follow=${accounts.quillon}`);
    const byName = page.getByRole('columnheader', { name: /^Player/ });
    expect(await byName.getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('button', { name: 'Gained ' }).click();
    await addressHas(page, 'sort-players=-Gained');
    await expect.poll(() => names.nth(3).textContent()).toBe('Quillon Fen');
    await page.reload();
    await expect.poll(() => names.nth(3).textContent()).toBe('Quillon Fen');
    await page.getByRole('button', { name: 'Online (4)' }).click();
    await addressHas(page, 'show=online');
    await expect.poll(() => names.count()).toBe(4);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Players as CSV' }).click();
    const saved = await file;
    expect(saved.suggestedFilename()).toBe('players week.csv');
    const [head, ...lines] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
    expect(head).toBe('Player,Type,Member,Place,Level,Xp,Gained,Gear and inventory,Last seen,Online');
    expect(lines).toHaveLength(4);
    expect(lines.find((line) => line.startsWith('Quillon'))).toMatch(
      /^Quillon Fen,Normal,Quillon Fen,Falador,\d+,\d+,262500,\d+,\d{4}-[\dT:.-]+Z,online$/,
    );
    await page.getByRole('button', { name: 'Silent for 14 days' }).click();
    await page.getByText('No player is in this choice.').waitFor();
    await page.getByRole('heading', { name: '0 of 5 players' }).waitFor();
    expect(await page.getByRole('button', { name: 'Players as CSV' }).count()).toBe(0);
    await page.getByRole('button', { name: 'This week' }).click();
    await names.getByText('Tess Marrow').click();
    await page.getByRole('heading', { name: 'Tess Marrow' }).waitFor();
    // The place is found too.
    await page.goto(new URL('/players?find-players=falador', page.url()).href);
    await expect.poll(() => names.allTextContents()).toEqual(['Quillon Fen']);
    await page.getByLabel('Find in players').fill('bram');
    await addressHas(page, 'find-players=bram');
    await expect.poll(() => names.allTextContents()).toEqual(['Bram Oak']);
  });

  test('the gain of a player beyond the answer of 500 gainers is unknown', async () => {
    const page = await visitAs(quillon, '/compare');
    await page.route('**/leaderboards/gains?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const [board] = body.data.leaderboards;
      board.entries = Array.from({ length: 500 }, (_, index) => {
        const id = index === 0 ? accounts.bram : `other${index}`;
        return { rank: index + 1, account: { id, name: 'Other' }, gain: 5_600 - index };
      });
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(`${opened().hub.url}/players`);
    const gainOf = (name: RegExp) => page.getByRole('row', { name }).locator('td[data-title=Gained]');
    await gainOf(/Bram Oak/)
      .getByText('+5.6K')
      .waitFor();
    expect(await gainOf(/Quillon Fen/).innerText()).toBe('–');
  });

  test('on a phone each player is a line that opens', async () => {
    const page = await visitAs(quillon, '/players', { width: 390, touch: true });
    const row = page.getByRole('row', { name: /Quillon Fen/ });
    await row.getByText('+262K').waitFor();
    await row.getByText('Normal').waitFor({ state: 'hidden' });
    expect((await row.boundingBox())?.height).toBeLessThan(60);
    const right = async (name: string, inRow: string) => {
      const cells = page.getByRole('row', { name }).locator(inRow);
      const { x = 0, width = 0 } = (await cells.boundingBox()) ?? {};
      return Math.round(x + width);
    };
    for (const title of ['Level', 'Gained'])
      expect(await right('Player Level Gained', `td:text-is("${title}")`), title).toBe(
        await right('Quillon Fen', `[data-title=${title}]`),
      );
    // Sorts and filters are folded.
    expect((await page.locator('tbody tr').first().boundingBox())?.y).toBeLessThan(215);
    expect(await page.getByRole('button', { name: 'Type ' }).isVisible()).toBe(false);
    await page.getByRole('heading', { name: 'players, xp gained in a week' }).waitFor();
    await page.getByText('Sort and filter').tap();
    await page.getByRole('group', { name: 'Period of gains' }).waitFor();
    // The line has the value by which the players are sorted.
    await page.getByRole('button', { name: 'Type ' }).tap();
    await row.getByText('Normal').waitFor();
    // An address with choices shows them.
    await page.reload();
    await page.getByRole('button', { name: 'Type ' }).waitFor();
    await page.goto(`${opened().hub.url}/players`);
    await row.getByText('Normal').waitFor({ state: 'hidden' });
    expect(await smallTargets(page)).toEqual([]);
    await row.getByRole('button', { name: 'More about Quillon Fen' }).tap();
    await row.getByText('Normal').waitFor();
    expect(await pixelsBeyondEdge(page)).toBe(0);
    expect(await inaccessibleInThemes(page)).toEqual([]);
  });

  test('the own page starts with the accounts, and folds pairing once a plugin has reported', async () => {
    const { hub } = opened();
    const page = await visitAs(quillon, '/me', { width: 390, touch: true });
    await part(page, 'Pair a plugin').waitFor();
    const own = part(page, 'Your account');
    await own.getByText('Falador').waitFor();
    expect(await own.getByText(/^total level/).textContent()).toMatch(
      /^total level [\d,]+ · \+[\d.]+K xp today$/,
    );
    for (const [title, tab] of [
      ['Drops', 'drops'],
      ['Log', 'collection-log'],
      ['Bank', 'bank'],
    ] as const) {
      const link = own.getByRole('link', { name: `${title} of Quillon Fen` });
      expect(await link.getAttribute('href')).toMatch(new RegExp(`^/accounts/[^/]+/${tab}$`));
    }
    const first = await page.locator('.own-page .panel').first().boundingBox();
    expect((await own.boundingBox())?.y).toBe(first?.y);
    await hub.report(await hub.pair(quillon), await sampleReport('ha-snapshot'));
    const note = { by: 'cli', action: 'sign-in-link-made', about: [quillon], subject: quillon } as const;
    await hub.append(Array.from({ length: 5 }, () => auditEvent(note)));
    await hub.projected();
    await page.reload();
    const fold = page.getByText('Pair another plugin');
    await fold.waitFor();
    const pair = page.getByRole('button', { name: 'Pair a plugin' });
    expect(await pair.isVisible()).toBe(false);
    expect(await page.getByText('in use now').count()).toBe(1);
    await fold.press('Enter');
    await pair.waitFor();
    expect(await page.getByRole('heading', { name: 'Pair a plugin' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Create a key' }).tap();
    await page
      .getByRole('button', { name: /^Stats of/ })
      .first()
      .tap();
    await page.getByRole('button', { name: 'Cancel' }).nth(1).waitFor();
    expect(await smallTargets(page)).toEqual([]);
    const ticks = page.locator('.own-page :is([type=checkbox], [type=radio]):visible');
    expect(await ticks.count()).toBeGreaterThan(14);
    for (const tick of await ticks.all()) {
      const { width = 0, height = 0 } = (await tick.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    }
    expect(await inaccessibleInThemes(page)).toEqual([]);
    expect(await pixelsBeyondEdge(page)).toBe(0);
    const notices = part(page, 'Actions of admins about you');
    const shown = notices.locator('li:visible');
    expect(await shown.count()).toBe(3);
    await notices.getByText('2 earlier').press('Enter');
    await expect.poll(() => shown.count()).toBe(5);
    await page.setViewportSize({ width: 1_600, height: 900 });
    const accounts = await part(page, 'Your accounts').boundingBox();
    expect((await part(page, 'API keys').boundingBox())?.y).toBe(accounts?.y);
    expect(await pixelsBeyondEdge(page)).toBe(0);
    // The report is of another account with the same name.
    const both = part(page, 'Your accounts').getByRole('link', { name: 'Quillon Fen', exact: true });
    await both.nth(1).click();
    await page.waitForURL('**/accounts/*');
  });

  test('the steps of the set-up stay on the home and the own page of an admin until they are done', async () => {
    const site = await openTestConsole({ settings: { HUB_NAME: 'Fellowship of the Fen' } });
    const { hub } = site;
    const admin = await hub.addMember('Merrin');
    await site.makeAdmin(admin);
    const { cookie } = await site.signIn(admin);
    const page = await visitsOf(opened().browser, hub.url).visit('/', { key: null, cookie, width: 390 });
    const steps = part(page, 'Set up the guild');
    const open = () => steps.getByRole('listitem').filter({ hasNotText: '(done)' }).getByRole('heading');
    await expect.poll(() => open().allTextContents()).toEqual(['Add members', 'Pair a plugin']);
    await steps.getByText('Pictures of items and of the map', { exact: true }).press('Enter');
    await steps.getByText('MAP_TILES_URL=https://').waitFor();
    expect(await inaccessibleInThemes(page)).toEqual([]);
    expect(await pixelsBeyondEdge(page)).toBe(0);
    await hub.addMember('Quillon');
    await hub.projected();
    await page.goto(`${hub.url}/guild`);
    await expect.poll(() => open().allTextContents()).toEqual(['Pair a plugin']);
    await page.getByText('No account yet: pair a plugin.').waitFor();
    expect(await page.getByText('does not share').count()).toBe(0);
    await hub.report(await hub.pair(admin), await sampleReport('ha-snapshot'));
    await page.reload();
    await part(page, 'Totals').waitFor();
    await steps.waitFor({ state: 'detached' });
    await page.goto(`${hub.url}/admin/settings`);
    await part(page, 'Pictures').getByText('ITEM_ICON_URL=https://').waitFor();
  });

  test('an admin of a guild without a name sees how to set the name, and can hide the steps', async () => {
    const { hub, makeAdmin } = opened();
    const admin = await hub.addMember('Naming');
    await makeAdmin(admin);
    const page = await visitAs(admin, '/me');
    const steps = part(page, 'Set up the guild');
    await steps.getByText('HUB_NAME=').waitFor();
    await steps.getByRole('button', { name: 'Hide' }).click();
    await part(page, 'Pair a plugin').waitFor();
    expect(await steps.count()).toBe(0);
    await page.goto(`${hub.url}/guild`);
    await part(page, 'Players by hour, last 7 days').waitFor();
    expect(await steps.count()).toBe(0);
    const member = await visitAs(quillon, '/guild');
    await part(member, 'Players by hour, last 7 days').waitFor();
    expect(await part(member, 'Set up the guild').count()).toBe(0);
  });
});
