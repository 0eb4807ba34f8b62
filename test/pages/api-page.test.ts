import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { otherExampleAccountId } from '../../services/query/schemas/account-ref.ts';
import { startExampleHub, untilServed } from '../api/example-hub.ts';
import { onceAFile } from '../support/at-end.ts';
import { runsCampaigns } from '../support/campaign.ts';
import { patient } from '../support/runner/patience.ts';
import { startChromium } from './chromium.ts';
import { findChromium } from './launch-chromium.ts';
import { inaccessibleInThemes, pixelsBeyondEdge, visitsOf } from './page-visits.ts';

const chromium = findChromium();
/**
 * Operations that together have every kind of control. Swagger UI takes three seconds to draw an
 * answer, so only campaigns send all forms.
 */
const keptOpen = ['listAccounts', 'getSnapshot', 'getAccountXp'];

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(async () => {
    const hub = await startExampleHub();
    await untilServed(hub);
    const visits = visitsOf(await startChromium(chromium ?? ''), hub.url);
    return { hub, ...visits };
  });

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  async function visitAuthorized(): Promise<Page> {
    const { hub, visit } = opened();
    const page = await visit('/docs/api', { key: null });
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const dialog = page.locator('.dialog-ux');
    await dialog.locator('input').fill(hub.keys[0]);
    await dialog.locator('button.authorize').click();
    await dialog.locator('button.btn-done').click();
    return page;
  }

  test(
    'an operation works with the prefilled form, and the page is accessible in both themes',
    async () => {
      const page = await visitAuthorized();
      const all = Object.values(opened().hub.document.paths).map(({ get }) => get.operationId);
      const operations = runsCampaigns ? all : keptOpen;
      // Most hubs lack the account of the document's example.
      const form = page.locator('.opblock[id$="-getAccount"]');
      await form.locator('.opblock-summary-control').click();
      await expect.poll(() => form.locator('input').first().inputValue()).toBe(otherExampleAccountId);
      await form.locator('.opblock-summary-control').click();
      const answered: Record<string, string | undefined> = {};
      for (const operation of operations) {
        const block = page.locator(`.opblock[id$="-${operation}"]`);
        const summary = block.locator('.opblock-summary-control');
        await summary.click();
        await block.locator('.execute').click();
        const status = block.locator('.live-responses-table tbody .response-col_status').first();
        answered[operation] = (await status.textContent())?.slice(0, 3);
        if (!keptOpen.includes(operation)) await summary.click();
      }
      expect(answered).toEqual(Object.fromEntries(operations.map((operation) => [operation, '200'])));
      expect(await page.locator('html.dark-mode').count()).toBe(1);
      expect(await inaccessibleInThemes(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      await expect.poll(() => pixelsBeyondEdge(page)).toBe(0);
    },
    patient(300_000),
  );
});
