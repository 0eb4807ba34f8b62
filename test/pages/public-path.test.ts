import type { Page } from 'playwright-core';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  type HubBelowPath,
  openHubBelowPath,
  pathCases,
  pathOfRecipes,
} from '../consumers/hub-below-path.ts';
import { onceAFile } from '../support/at-end.ts';
import { sampleReport } from '../support/hub/sample-report.ts';
import { patient } from '../support/runner/patience.ts';
import { buildChangedPages } from './built-pages.ts';
import { startChromium } from './chromium.ts';
import { findChromium } from './launch-chromium.ts';
import { visitsOf, waitUntilLoaded } from './page-visits.ts';

const chromium = findChromium();

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const browser = onceAFile(async () => {
    await buildChangedPages();
    return startChromium(chromium ?? '');
  });

  test('at the port of the hub, a page leads to its address below the path', async () => {
    const [proxy] = pathCases;
    const { hub } = await openHubBelowPath(proxy);
    const page = await browser().newPage();
    onTestFinished(() => page.close());
    await page.goto(`${hub.url}/leaderboards?skill=slayer`);
    await page.waitForURL(`${hub.url}${pathOfRecipes}/leaderboards?skill=slayer`);
    await page.locator('h1').first().waitFor();
  });

  describe.each(pathCases)('below a path of $name', (proxy) => {
    const { name, isThere } = proxy;
    const opened = onceAFile(async () => {
      if (!isThere) throw new Error(`${name} is missing`);
      const site = await openHubBelowPath(proxy);
      // Every request outside of the path is a problem.
      return { ...site, ...visitsOf(browser(), site.publicUrl) };
    });

    if (isThere) afterEach(() => expect(opened().takeProblems()).toEqual([]));

    test.skipIf(!isThere)(
      `a member begins, pairs, reads and signs out (${name})`,
      { timeout: patient(180_000) },
      async () => {
        const { hub, visit, publicUrl } = opened();
        const [, token] = (hub.setUpLink() ?? '').split('/sign-in');
        const page = await visit(`/sign-in${token}`, { key: null });
        await page.getByLabel('Your name, as the guild sees it').fill('Merrin');
        await page.getByRole('button', { name: 'Begin' }).click();
        await page.getByRole('heading', { name: 'Merrin' }).waitFor();
        const [cookie] = await page.context().cookies(`${publicUrl}/`);
        expect(cookie).toMatchObject({ name: 'hub_session', path: `${pathOfRecipes}/` });

        await pairAndReport(page, opened());
        await page.goto(`${publicUrl}/`);
        await page.waitForURL(`${publicUrl}/guild`);
        await page.goto(`${publicUrl}/map`);
        await page.getByRole('heading', { name: '1 online' }).waitFor();
        await page.getByRole('link', { name: 'Leaderboards' }).click();
        await waitUntilLoaded(page);
        expect(new URL(page.url()).pathname).toBe(`${pathOfRecipes}/leaderboards`);
        for (const path of ['/me', '/admin/hub', '/admin', '/events/']) {
          await page.goto(publicUrl + path);
          await waitUntilLoaded(page);
        }
        await page.goto(`${publicUrl}/no-such-page`);
        await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByText('Sign in').first().waitFor();
      },
    );

    test.skipIf(!isThere)(
      `the page of the API answers with a key (${name})`,
      { timeout: patient(60_000) },
      async () => {
        const { hub, visit } = opened();
        const page = await visit('/docs/api', { key: null });
        await page.getByRole('button', { name: 'Authorize' }).first().click();
        const dialog = page.locator('.dialog-ux');
        await dialog.locator('input').fill(await hub.makeKey());
        await dialog.locator('button.authorize').click();
        await dialog.locator('button.btn-done').click();
        const block = page.locator('.opblock[id$="-getMe"]');
        await block.locator('.opblock-summary-control').click();
        await block.locator('.execute').click();
        const status = block.locator('.live-responses-table tbody .response-col_status').first();
        expect((await status.textContent())?.slice(0, 3)).toBe('200');
      },
    );
  });
});

async function pairAndReport(page: Page, { client, publicUrl }: HubBelowPath): Promise<void> {
  await page.getByRole('button', { name: 'Pair a plugin' }).click();
  await page.getByText(publicUrl, { exact: true }).waitFor();
  const token = await client.pairWith((await page.locator('.pairing-code').textContent()) ?? '');
  expect((await client.report(token, await sampleReport('ha-snapshot'))).status).toBe(200);
  await page.getByText('It reports: Quillon Fen with ').waitFor();
}
