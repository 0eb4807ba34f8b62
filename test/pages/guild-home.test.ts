import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { id } from '../../projections/access/testing/membership.ts';
import { openTestConsole } from '../../services/console/testing/open-test-console.ts';
import { onceAFile } from '../support/at-end.ts';
import type { KeyOptions } from '../support/hub/hub.ts';
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
  return { ...site, ...visitsOf(browser, hub.url) };
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
    await online.getByRole('link', { name: 'Quillon Fen on the map' }).getByText('Falador').waitFor();
    expect(await online.getByRole('link', { name: 'Tess Marrow' }).count()).toBe(0);
    const totals = part(page, 'Totals');
    await totals.getByText('4 of 5').waitFor();
    await totals.getByText('Last 30 days').waitFor();
    const gains = part(page, 'Gains');
    await gains.getByRole('button', { name: 'Month' }).click();
    await addressHas(page, 'period=month');
    await part(page, 'Most xp').getByText('+262K').first().waitFor();
    await part(page, 'Best drops').getByText('Tanzanite fang').waitFor();
    await part(page, 'Newest milestones').getByRole('listitem').first().waitFor();
    await part(page, 'Newest records').getByText('Best day').first().waitFor();
    await part(page, 'Players by hour').locator('canvas').waitFor();
    await online.getByRole('link', { name: 'Quillon Fen', exact: true }).click();
    await page.getByRole('heading', { name: 'Quillon Fen' }).waitFor();
  });

  test('each part of the guild says what it lacks', async () => {
    const limited = await visitWithKey('/guild', { categories: ['activity'] });
    await part(limited, 'Totals').getByText('4 of 5').waitFor();
    for (const [name, category] of [
      ['Most xp', 'stats'],
      ['Best drops', 'events'],
      ['Newest milestones', 'stats'],
      ['Newest records', 'stats'],
    ] as const)
      await part(limited, name).getByText(`does not read ${category}`).waitFor();
    const none = await visitWithKey('/guild', { accounts: [accounts.hidden] });
    await part(none, 'Online now').getByText('Nobody plays at the moment').waitFor();
    expect(await inaccessibleInThemes(none)).toEqual([]);
  });

  test('on a phone a bar at the bottom leads to the main pages, and covers nothing', async () => {
    const page = await visitAs(quillon, '/guild', { width: 390, touch: true });
    const bar = page.getByRole('navigation', { name: 'Main pages' });
    const names = ['Guild', 'Map', 'Boards', 'Me'];
    await expect.poll(() => bar.getByRole('link').allTextContents()).toEqual(names);
    for (const link of await bar.getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await bar.getByRole('link', { name: 'Guild' }).getAttribute('aria-current')).toBe('page');
    await part(page, 'Newest milestones').getByRole('listitem').first().waitFor();
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
    for (const selector of ['.live-map', '.layer-panel', '.live-sheets'])
      expect((await edges(selector)).bottom, selector).toBeLessThanOrEqual((await edges('.bottom-bar')).top);
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
    await expect.poll(() => bar.getByRole('link').allTextContents()).toEqual(['Guild', 'Map', 'Boards']);
  });
});
