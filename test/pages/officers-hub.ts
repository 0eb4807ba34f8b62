import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openTestConsole } from '../../services/console/testing/open-test-console.ts';
import { runJson } from '../support/hub/command-line.ts';
import { temporaryDataDir } from '../support/hub/hub-process.ts';
import { sampleReport } from '../support/hub/sample-report.ts';
import { buildChangedPages } from './built-pages.ts';
import { startChromium } from './chromium.ts';
import { inaccessible, pixelsBeyondEdge, visitsOf } from './page-visits.ts';

/** A hub with the admin Ada, and with an account that Quill reports. */
export async function openOfficersHub(executable: string) {
  await buildChangedPages();
  const settings = {
    BACKUP_DIR: `${await temporaryDataDir(null)}/backups`,
    DISCORD_CLIENT_ID: '1000001',
    DISCORD_CLIENT_SECRET: 'secret',
    DISCORD_GUILD_ID: '2000002',
  };
  const [site, browser] = await Promise.all([openTestConsole({ settings }), startChromium(executable)]);
  const { hub } = site;
  const json = (...args: string[]) => runJson(hub.environment, args);
  const { id: ada } = await json('member', 'add', 'Ada', '--admin');
  const quill = await hub.addMember('Quill');
  const bram = await hub.addMember('Bram');
  const token = await hub.pair(quill);
  expect((await hub.report(token, await sampleReport('ha-snapshot'))).status).toBe(200);
  const account: string = (await json('account', 'list')).accounts[0].id;
  return { ...site, ...visitsOf(browser, hub.url), ada: String(ada), quill, bram, token, account, json };
}

export async function checkLook(page: Page): Promise<void> {
  expect(await inaccessible(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => pixelsBeyondEdge(page)).toBe(0);
  await page.setViewportSize({ width: 1_280, height: 800 });
}
