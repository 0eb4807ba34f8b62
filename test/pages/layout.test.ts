import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { given, id } from '../../projections/access/testing/membership.ts';
import { pagePaths, pagePatterns } from '../../services/console/page-paths.ts';
import { openTestConsole } from '../../services/console/testing/open-test-console.ts';
import { onceAFile } from '../support/at-end.ts';
import { serveAtOnce } from '../support/hub/serve-at-once.ts';
import { buildChangedPages } from './built-pages.ts';
import { startChromium } from './chromium.ts';
import { accounts, members, past } from './guild-data.ts';
import { findChromium } from './launch-chromium.ts';
import { collectShifts, cutHeadings, layoutShifts, smallTargets } from './layout-measures.ts';
import { focused, visitsOf, waitUntilLoaded } from './page-visits.ts';

const chromium = findChromium();
const officer = id(Object.values(accounts).indexOf(accounts.bram) + 1);
/** The bar of a good page (web.dev, Cumulative Layout Shift). */
const shiftMax = 0.1;
/** A page draws its waiting state before an answer comes. */
const answerAfterMs = 150;
const queries: Readonly<Record<string, string>> = {
  [pagePaths.leaderboards]: '?period=week',
  [pagePaths.items]: '?find=whip',
  [pagePaths.compare]: `?accounts=${accounts.quillon},${accounts.wide},${accounts.marked}`,
};
const pages = [
  ...pagePatterns.map((path) => `${path.replace(':id', accounts.quillon)}${queries[path] ?? ''}`),
  `/accounts/${accounts.wide}`,
];

async function open(executable: string) {
  await buildChangedPages();
  const [site, browser] = await Promise.all([openTestConsole(), startChromium(executable)]);
  const { hub } = site;
  // A page asks for drops every minute, so the first answer must have them.
  await serveAtOnce(hub.database);
  await hub.append([...members(), given.admin(officer)]);
  await hub.append(past(Date.now()));
  await hub.projected();
  for (const _ of [1, 2, 3]) await hub.pair(officer);
  return { ...site, ...visitsOf(browser, hub.url) };
}

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => open(chromium ?? ''));

  async function visit(path: string, width: number): Promise<Page> {
    const { cookie } = await opened().signIn(officer);
    return opened().visit(path, {
      key: null,
      cookie,
      width,
      touch: width < 800,
    });
  }

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test.each([390, 1_280, 1_920])(
    'no page moves its content while it loads, %i pixels wide',
    async (width) => {
      const page = await visit('/compare', width);
      await page.addInitScript(collectShifts);
      await page.route(/\/api\//, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, answerAfterMs));
        await route.continue().catch(() => {});
      });
      const moved: string[] = [];
      for (const path of [...pages, '/docs/api']) {
        await page.goto(`${opened().hub.url}${path}`);
        await waitUntilLoaded(page);
        await page.waitForLoadState('networkidle', { timeout: 1_000 }).catch(() => {});
        const { sum, largest } = await layoutShifts(page);
        if (sum > shiftMax) moved.push(`${path}: ${sum.toFixed(2)}, ${largest}`);
      }
      expect(moved).toEqual([]);
    },
  );

  test.each([1_280, 1_920])(
    'both columns of an overview end at the same height, %i pixels wide',
    async (width) => {
      const page = await visit(`/accounts/${accounts.quillon}`, width);
      await waitUntilLoaded(page);
      const ends = async (selector: string) => {
        const boxes = await Promise.all((await page.locator(selector).all()).map((it) => it.boundingBox()));
        return boxes.map((box) => Math.round((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)));
      };
      const [left, right, ...others] = await ends('.account-column > :last-child');
      expect([left, others]).toEqual([right, []]);
    },
  );

  test('neither the question before a plugin is revoked nor its end moves the columns of the table', async () => {
    const { hub } = opened();
    const other = await hub.addMember('A member whose name is long');
    for (const _ of [1, 2]) await hub.pair(other);
    const { cookie } = await opened().signIn(other);
    const page = await opened().visit('/me', { key: null, cookie });
    const table = page.getByRole('table', { name: 'Paired plugins' });
    const revoke = table.getByRole('button', { name: 'Revoke' });
    await expect.poll(() => revoke.count()).toBe(2);
    await table.getByRole('button', { name: 'Rename the plugin' }).first().click();
    await table.getByLabel('New name').fill('W'.repeat(64));
    await table.getByRole('button', { name: 'Save' }).click();
    await table.getByText('W'.repeat(64)).waitFor();
    const columns = () =>
      page.evaluate(
        `[...document.querySelectorAll('.device-table th')].map((it) => it.getBoundingClientRect().x)`,
      );
    const height = async () => (await table.boundingBox())?.height;
    const [before, heightBefore] = [await columns(), await height()];
    await revoke.first().click();
    const question = page.getByRole('dialog');
    await question.getByText('Its reports are refused from then on.').waitFor();
    expect([await columns(), await height()]).toEqual([before, heightBefore]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^Revoke the plugin/);
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Yes, revoke' }).click();
    await expect.poll(() => revoke.count()).toBe(1);
    expect(await columns()).toEqual(before);
  });

  test('a window of 1,280 pixels shows the whole names of the hub and of an admin', async () => {
    const page = await visit('/guild', 1_280);
    await waitUntilLoaded(page);
    for (const name of ['.hub-name', '.own-name']) expect(await cutHeadings(page, name)).toEqual([]);
  });

  test('on a phone the search in the menu is as wide as the menu', async () => {
    const page = await visit('/guild', 390);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect.poll(async () => (await page.locator('.site-search').boundingBox())?.width).toBe(366);
  });

  test('on a phone a row of a table is a short card, and the buttons that sort are two lines at most', async () => {
    const page = await visit(`/accounts/${accounts.quillon}/drops`, 390);
    const table = page.getByRole('table', { name: 'Drops by source' });
    await table.getByRole('row', { name: /Zulrah/ }).waitFor();
    const heads = table.locator('thead');
    const boxes = await Promise.all((await heads.getByRole('button').all()).map((it) => it.boundingBox()));
    expect(new Set(boxes.map((box) => box?.y)).size).toBeLessThanOrEqual(2);
    // No plugin has sent a kill count, and a column of dashes only takes space.
    expect(await heads.getByRole('button').allTextContents()).not.toContain('Kill count ↕');
    const row = table.getByRole('row', { name: /Zulrah/ });
    const [card, items] = [await row.boundingBox(), await row.locator('.named-items').boundingBox()];
    expect((items?.y ?? Infinity) - (card?.y ?? 0)).toBeLessThan(130);
    await page.goto(`${opened().hub.url}/accounts/${accounts.quillon}/records`);
    const skill = page.getByRole('table', { name: 'Best gains' }).getByRole('row', { name: /Slayer/ });
    expect((await skill.boundingBox())?.height).toBeLessThan(50);
  });

  test('on a phone the first event is in the upper half, and a button opens more filters', async () => {
    const page = await visit('/events', 390);
    const event = page.locator('.event-line').first();
    await event.waitFor();
    expect((await event.boundingBox())?.y).toBeLessThan(400);
    const worth = await page.getByRole('combobox', { name: 'Worth' }).boundingBox();
    expect((worth?.x ?? Infinity) + (worth?.width ?? Infinity)).toBeLessThan(390);
    const lines = page.locator('.event-line');
    await lines.nth(20).evaluate((it) => it.scrollIntoView({ block: 'start' }));
    const days = await page.locator('.day-title').all();
    const tops = await Promise.all(days.map((it) => it.boundingBox()));
    const head = await page.locator('.shell-head').boundingBox();
    expect(tops.map((box) => Math.round(box?.y ?? 0))).toContain(Math.round(head?.height ?? 0));
    await page.getByRole('button', { name: 'More filters' }).press('Enter');
    await page.getByLabel('Item').fill('whip');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.search.includes('item=whip'));
    await page.reload();
    await page.getByRole('button', { name: 'Fewer filters' }).waitFor();
  });

  test('on a phone the row of the chosen skill does not cover the names of compared players', async () => {
    const page = await visit(`${pagePaths.compare}${queries[pagePaths.compare]}`, 390);
    const compared = page.getByRole('table', { name: 'Skills of the players' });
    await compared.getByRole('row', { name: /Overall/ }).waitFor();
    for (const scrolled of [0, 200]) {
      await page.evaluate(`scrollTo(0, ${scrolled})`);
      const [names, chosen] = await Promise.all(
        ['thead', 'tr.marked > td'].map((part) => compared.locator(part).first().boundingBox()),
      );
      expect(chosen?.y).toBeGreaterThanOrEqual((names?.y ?? Infinity) + (names?.height ?? Infinity) - 1);
    }
  });

  test('on a phone no heading is cut off, and the tabs of an account are two lines', async () => {
    const page = await visit('/compare', 390);
    const cut: string[] = [];
    for (const path of pages) {
      await page.goto(`${opened().hub.url}${path}`);
      await waitUntilLoaded(page);
      cut.push(...(await cutHeadings(page, '.panel-head h2')));
    }
    expect(cut).toEqual([]);
    await page.goto(`${opened().hub.url}/accounts/${accounts.quillon}`);
    expect((await page.getByRole('navigation', { name: 'Account' }).boundingBox())?.height).toBeLessThan(80);
  });

  test('every target on every page is large enough for a finger', async () => {
    const page = await visit('/compare', 390);
    const small: string[] = [];
    for (const path of pages) {
      await page.goto(`${opened().hub.url}${path}`);
      await waitUntilLoaded(page);
      for (const width of [390, 1_280]) {
        await page.setViewportSize({ width, height: 800 });
        // Tables become cards in the frame after a change of the width.
        await page.evaluate(
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
        );
        const found = await smallTargets(page);
        if (found.length > 0)
          small.push(`${path}, ${width}: ${found.length}, ${found.slice(0, 5).join(' | ')}`);
      }
    }
    expect(small).toEqual([]);
  });
});
