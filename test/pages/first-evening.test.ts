import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { given } from '../../projections/access/testing/membership.ts';
import { openClient } from '../../shared/client/open-client.ts';
import { onceAFile } from '../support/at-end.ts';
import { startTestHub } from '../support/hub/hub.ts';
import { patient } from '../support/runner/patience.ts';
import { buildChangedPages } from './built-pages.ts';
import { startChromium } from './chromium.ts';
import { findChromium } from './launch-chromium.ts';
import { visitsOf } from './page-visits.ts';
import { takePicture } from './pictures.ts';

const chromium = findChromium();

async function open(executable: string) {
  await buildChangedPages();
  const settings = { HUB_NAME: 'Fellowship of the Fen' };
  const [hub, browser] = await Promise.all([startTestHub({ settings }), startChromium(executable)]);
  return { hub, browser, ...visitsOf(browser, hub.url) };
}

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => open(chromium ?? ''));

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('the first evening of a guild', { timeout: patient(360_000) }, async () => {
    const { hub, visit } = opened();
    const admin = await visit(pathOf(hub.setUpLink() ?? ''), { key: null });
    await admin.getByLabel('Your name, as the guild sees it').fill('Merrin');
    await picture(admin, 'set-up');
    await admin.getByRole('button', { name: 'Begin' }).click();
    await admin.getByRole('heading', { name: 'Merrin' }).waitFor();
    expect(hub.setUpLink()).toBeNull();

    const link = await addMember(admin, 'Quillon');
    const member = await visit(pathOf(link), { key: null });
    await member.getByRole('button', { name: 'Sign in as Quillon' }).click();
    await pairAndReport(member);
    await share(member);

    await member.getByRole('link', { name: 'See it on the map' }).click();
    await member.getByRole('heading', { name: '1 online' }).waitFor();
    await member.locator('.live-player', { hasText: 'Quillon Fen' }).waitFor();
    await expect.poll(() => member.getByRole('link', { name: 'Admin' }).count()).toBe(0);
    await member.getByRole('link', { name: 'Players' }).click();
    await member.getByRole('heading', { name: '1 player', exact: true }).waitFor();

    expect(await helloOfBot(hub.url, await makeBotKey(member))).toBe('Hello, Quillon Fen!');
    const again = await visit(pathOf(link), { key: null });
    await again.getByText('This link is unknown, was used already or has expired.').waitFor();
    await admin.getByRole('link', { name: 'The hub' }).click();
    await admin.locator('summary').getByText('Internals').click();
    await admin.getByRole('cell', { name: 'Players as they are now' }).waitFor();
    await picture(admin, 'hub');
  });

  test('the first member is signed in as soon as a late projector has processed them', async () => {
    const hub = await startTestHub();
    const blocking = await hub.database.connect();
    await blocking.query('begin');
    await blocking.query(`select from projection.checkpoint where projection = 'access' for update`);
    const { visit } = visitsOf(opened().browser, hub.url);
    const page = await visit(pathOf(hub.setUpLink() ?? ''), { key: null });
    await page.getByLabel('Your name, as the guild sees it').fill('Merrin');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('You are stored as the first member.').waitFor();
    await blocking.end();
    await page.getByRole('heading', { name: 'Merrin' }).waitFor();
  });

  async function pairAndReport(page: Page): Promise<void> {
    const { hub } = opened();
    await page.getByText('The whole guild will see everything except the bank.').waitFor();
    await page.getByRole('checkbox', { name: 'Inventory' }).uncheck();
    await page
      .getByText(/^The whole guild will see: .*equipment\. Only for you: inventory, bank\.$/)
      .waitFor();
    await picture(page, 'what-the-guild-sees');
    await page.getByRole('button', { name: 'Pair a plugin' }).click();
    const code = (await page.locator('.pairing-code').textContent()) ?? '';
    await page.getByText(hub.url, { exact: true }).waitFor();
    await picture(page, 'pairing');
    const token = await hub.pairWith(code);
    await page.getByText('Waiting for its first report').waitFor();
    await page.getByText('The hub knows none of your game accounts yet').waitFor();
    // An erasure also deletes codes that were used.
    await hub.append([given.eraseMember(await hub.addMember('Gone'))]);
    const codes = async () =>
      (await hub.database.many({ text: 'select from access_g1.pairing_code' })).length;
    await expect.poll(codes).toBe(0);
    const report = new URL('../fixtures/reports/ha-snapshot.json', import.meta.url);
    const body = JSON.parse(await readFile(report, 'utf8'));
    expect((await hub.report(token, { ...body, timestamp: Date.now() })).status).toBe(200);
    await page.getByText('It reports: Quillon Fen with ').waitFor();
    // No wait here: the page must load the account before it names the account.
    expect(await page.getByText('The hub knows none of your game accounts yet').count()).toBe(0);
    await page.getByText(/^The whole guild sees: .*equipment\. Only for you: inventory, bank\.$/).waitFor();
  }
});

/** @returns the sign-in link of the member */
async function addMember(page: Page, name: string): Promise<string> {
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('button', { name: 'Add a member' }).click();
  const form = page.getByRole('form', { name: 'A new member' });
  await form.getByLabel('Name, as the guild sees it').fill(name);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText(`${name} is a member now`).waitFor();
  await page
    .getByRole('status')
    .getByRole('button', { name: `Sign-in link for ${name}` })
    .click();
  await page.getByRole('button', { name: 'Yes, make a sign-in link' }).click();
  return (
    (await page
      .getByRole('region', { name: `The link for ${name}` })
      .locator('code')
      .first()
      .textContent()) ?? ''
  );
}

async function share(page: Page): Promise<void> {
  const sharing = page.getByRole('region', { name: 'Sharing' });
  await sharing.getByRole('button', { name: 'Inventory of Quillon Fen: Private' }).waitFor();
  await sharing.getByRole('button', { name: 'Equipment of Quillon Fen: Guild' }).click();
  await sharing.getByRole('button', { name: 'Private', exact: true }).click();
  await sharing.getByRole('button', { name: 'Save' }).click();
  await sharing.getByRole('button', { name: 'Equipment of Quillon Fen: Private' }).waitFor();
  await sharing.scrollIntoViewIfNeeded();
  await picture(page, 'sharing');
  await sharing.getByRole('link', { name: 'View as a guild member' }).click();
  await page.getByRole('region', { name: 'Gear' }).getByText('does not share equipment').waitFor();
  await page.getByRole('link', { name: 'Back to sharing' }).click();
}

async function makeBotKey(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Quillon', exact: true }).click();
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Purpose').fill('hello bot');
  await page.getByRole('button', { name: 'Create the key' }).click();
  const shown = page.getByRole('region', { name: 'The new key' });
  const key = (await shown.locator('code').textContent()) ?? '';
  await shown.getByRole('button', { name: 'I have it' }).click();
  await shown.waitFor({ state: 'detached' });
  return key;
}

async function helloOfBot(hubUrl: string, key: string): Promise<string> {
  const client = openClient({ baseUrl: `${hubUrl}/api/v1`, key, tabs: null });
  const { data } = await client.get('/accounts');
  return `Hello, ${data.map(({ name }) => name).join(' and ')}!`;
}

function pathOf(link: string): string {
  const { pathname, hash } = new URL(link);
  return pathname + hash;
}

/** Pictures differ a little each time, so an ordinary run takes no pictures. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env.UPDATE_PICTURES === '1') await takePicture(page, `first-evening-${name}`);
}
