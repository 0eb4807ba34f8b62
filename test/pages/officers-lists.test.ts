import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { newEvent } from '../../shared/events/event.ts';
import { payloadReceived } from '../../shared/events/types/payload-received.ts';
import { onceAFile } from '../support/at-end.ts';
import { sampleReport } from '../support/hub/sample-report.ts';
import { findChromium } from './launch-chromium.ts';
import { checkLook, openOfficersHub } from './officers-hub.ts';

const chromium = findChromium();

describe.skipIf(chromium === null)('in a browser (needs chromium)', () => {
  const opened = onceAFile(() => openOfficersHub(chromium ?? ''));

  async function visit(path: string): Promise<Page> {
    const { cookie } = await opened().signIn(opened().ada);
    return opened().visit(path, { key: null, cookie });
  }

  afterEach(() => expect(opened().takeProblems()).toEqual([]));

  test('see who is silent or never paired, and save the members as a file', async () => {
    const { hub } = opened();
    await hub.addMember('Wren');
    const page = await visit('/admin/members');
    const table = page.getByRole('table', { name: 'Members' });
    await table.getByRole('row', { name: /^Quill .*HA Exporter 1\.6\.0 (now|\d+ \w+ ago) – / }).waitFor();
    await page.getByRole('button', { name: 'Never paired' }).click();
    await table.getByRole('row', { name: /^Wren not signed in yet/ }).waitFor();
    await expect.poll(() => table.getByRole('row', { name: /^Quill/ }).count()).toBe(0);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Members as CSV' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    expect(text).toContain(
      'Name,Accounts,Plugin,Last report,Last sign-in,Chat id,Time zone,Status,Admin\r\n',
    );
    expect(text).toMatch(/^Wren,,,,,,[^,]+,active,no\r$/m);
    await page.getByRole('button', { name: 'Silent for 14 days' }).click();
    await page.getByText('No member with a plugin is silent for 14 days.').waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Last sign-in' }).click();
    await table.getByRole('row').nth(1).getByText('Ada').waitFor();
    await checkLook(page);
    await page.setViewportSize({ width: 390, height: 800 });
    const wren = table.getByRole('row').filter({ hasText: 'Wren' });
    const change = wren.getByRole('button', { name: 'Change Wren' });
    expect(await change.isVisible()).toBe(false);
    await wren.getByRole('button', { name: 'More about Wren' }).click();
    await change.waitFor();
    expect(
      (await wren.getByRole('button', { name: 'More about Wren' }).boundingBox())?.height,
    ).toBeGreaterThan(23);
  });

  test('go from the members to their accounts, and see whose each account is', async () => {
    const { account, json } = opened();
    await json('account', 'transfer', account, 'Bram');
    const page = await visit('/admin/members');
    const table = page.getByRole('table', { name: 'Members' });
    const bramRow = table.getByRole('row', { name: /^Bram/ });
    await bramRow.getByRole('link', { name: 'Bram', exact: true }).waitFor();
    expect(await page.getByRole('table').count()).toBe(1);
    const lists = page.getByRole('group', { name: 'List of this page' });
    await lists.getByRole('button', { name: 'Accounts' }).click();
    const accounts = page.getByRole('table', { name: 'Accounts' });
    const row = accounts.getByRole('row').filter({ hasText: 'Quillon Fen' });
    await row.getByRole('cell', { name: 'Bram', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?list=accounts');
    await accounts.getByRole('button', { name: 'Owner’s last report' }).waitFor();
    await checkLook(page);
    await row.getByRole('link', { name: 'Quillon Fen' }).click();
    await page.waitForURL(`**/accounts/${account}`);
  });

  test('a sign-in link is made only after a question', async () => {
    const page = await visit('/admin/members');
    const made = page.getByRole('region', { name: 'The link for Bram' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('button', { name: 'Make a sign-in link for Bram' }).click();
    await page.getByText('The hub tells the member that you made it.').waitFor();
    await page.getByRole('button', { name: 'No', exact: true }).click();
    expect(asked.filter((url) => url.endsWith('/sign-in-link'))).toEqual([]);
    await page.getByRole('button', { name: 'Make a sign-in link for Bram' }).click();
    await page.getByRole('button', { name: 'Yes, make a sign-in link' }).click();
    await made.waitFor();
  });

  test('read the audit log by kind and by day, and save it as a file', async () => {
    const page = await visit('/admin/audit');
    const entries = page.getByRole('table', { name: 'Entries' });
    await entries.getByRole('rowheader', { name: 'Today' }).waitFor();
    await page.getByRole('button', { name: 'Plugins' }).click();
    await entries.getByText('paired the plugin').first().waitFor();
    await expect.poll(() => entries.getByText('added the member').count()).toBe(0);
    await page.getByRole('button', { name: 'Members', exact: true }).click();
    await entries.getByText('added the member').first().waitFor();
    expect(new URL(page.url()).searchParams.get('kinds')).toBe('plugins,members');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Entries as CSV' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    expect(text).toContain('When,Action,Kind,Actor,About,Details\r\n');
    expect(text).toContain('added the member Quill.,member-added,');
    await checkLook(page);
    await page.getByLabel('Until').fill('2020-01-02T03:04');
    await page.waitForURL(({ searchParams }) => searchParams.has('until'));
    await entries.getByText('added the member').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show all' }).click();
    await entries.getByText('added the member').first().waitFor();
    expect(await page.getByLabel('Until').inputValue()).toBe('');
    const about = page.getByLabel('About: a name');
    await about.fill('Review');
    await about.press('Enter');
    await page.getByText('No member, account or competition is named Review').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    const offered = page.locator('datalist').last().locator('option[value="Quillon Fen"]');
    await expect.poll(() => offered.count()).toBe(1);
    await about.fill('uill');
    await about.press('Enter');
    await entries.getByRole('link', { name: 'Quill', exact: true }).first().click();
    await page.waitForURL('**/admin/members?find=Quill');
    await page.getByRole('row', { name: /^Quill/ }).waitFor();
    // An earlier test gave an account with this name to Bram.
    const others = page.getByRole('row', { name: /^(?!Name|Quill|Bram)/ });
    await expect.poll(() => others.count()).toBe(0);
  });

  test('see the kind and the outcome of each report, and the reports of one device by its name', async () => {
    const { hub, token } = opened();
    expect((await hub.report(token, await sampleReport('ha-snapshot'))).status).toBe(200);
    const page = await visit('/admin/payloads');
    const table = page.getByRole('table', { name: 'Received reports' });
    const row = table.getByRole('row').filter({ hasText: 'Quillon Fen' }).first();
    await row.getByRole('cell', { name: /Position|Skills|Equipment/ }).waitFor();
    // Every listed report was accepted.
    expect(await table.getByRole('columnheader', { name: 'Outcome' }).count()).toBe(0);
    const device = row.getByTitle('Only the reports of this device');
    const name = (await device.textContent()) ?? '';
    expect(name).not.toMatch(/[0-9a-f]{8}/);
    await device.click();
    await page.waitForURL(({ searchParams }) => searchParams.has('device'));
    const chosen = page.getByLabel('Device').locator('option:checked');
    await expect.poll(() => chosen.textContent()).toBe(`Quill: ${name}`);
    await checkLook(page);
  });

  test('an opened report stays open while newer equal reports arrive', async () => {
    const { hub, token } = opened();
    const report = await sampleReport('ha-snapshot');
    for (let sent = 0; sent < 2; sent++) expect((await hub.report(token, report)).status).toBe(200);
    const page = await visit('/admin/payloads');
    await page.getByRole('button', { name: 'Show the report of Quillon Fen' }).first().click();
    expect((await hub.report(token, report)).status).toBe(200);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'See it' }).click();
    const content = page.locator('.audited-content pre');
    await content.waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => path.endsWith('/admin/payloads'))).toEqual([]);
    const again = page.waitForResponse('**/admin/payloads?*');
    await page.getByRole('button', { name: 'Look again' }).click();
    await again;
    await page.getByRole('button', { name: /^[3-9] in one line/ }).waitFor();
    expect(await content.count()).toBe(1);
    expect(await page.getByRole('button', { name: /^Show the report/, expanded: true }).count()).toBe(1);
    await page.getByRole('link', { name: 'Members', exact: true }).last().click();
    await page.getByRole('region', { name: 'Paired plugins' }).waitFor();
  });

  test('Escape closes the form of a member, and one form is open at once', async () => {
    const page = await visit('/admin/members');
    const add = page.getByRole('form', { name: 'A new member' });
    const change = page.getByRole('region', { name: 'Change Bram' });
    await page.getByRole('button', { name: 'Add a member' }).click();
    await add.waitFor();
    await page.getByRole('button', { name: 'Change Bram' }).click();
    await change.waitFor();
    expect(await add.count()).toBe(0);
    await page.getByRole('button', { name: 'Add a member' }).click();
    await add.waitFor();
    expect(await change.count()).toBe(0);
    await page.keyboard.press('Escape');
    await add.waitFor({ state: 'detached' });
  });

  test('see how many kinds of messages of a plugin arrived, and which', async () => {
    const page = await visit('/admin/members?list=plugins');
    const table = page.getByRole('table', { name: 'Paired plugins' });
    await table.getByRole('columnheader', { name: 'Kinds' }).waitFor();
    expect(await table.locator('th[aria-sort="descending"]').textContent()).toContain('Last heard');
    await table
      .getByRole('button', { name: /^\d+ of \d+ kinds of messages/ })
      .first()
      .click();
    const opened = table.locator('.message-kinds');
    const widths = await Promise.all([table, opened].map(async (each) => (await each.boundingBox())?.width));
    expect(widths[1], 'the kinds have the whole width of the row').toBeGreaterThan((widths[0] ?? 0) * 0.9);
    await checkLook(page);
    await page.getByRole('button', { name: 'Refused lately' }).click();
    await page.getByText('No report of a plugin was refused in the last 24 hours.').waitFor();
  });

  test('page back to older reports, and see only reports of a kind, an outcome or a time', async () => {
    const { hub, token, account } = opened();
    expect((await hub.report(token, await sampleReport('ha-snapshot'))).status).toBe(200);
    const about = { subject: account, source: 'ha' };
    const body = JSON.stringify(await sampleReport('ha-snapshot'));
    const sent = { device_id: randomUUID(), plugin: 'ha', plugin_version: null, body };
    await hub.append(Array.from({ length: 110 }, () => newEvent(payloadReceived, about, sent)));
    const page = await visit('/admin/payloads');
    const table = page.getByRole('table', { name: 'Received reports' });
    const equal = table.getByRole('button', { name: '100 in one line' });
    await equal.waitFor();
    expect(await table.getByRole('cell', { name: 'Quillon Fen', exact: true }).count()).toBe(1);
    await equal.click();
    await table.getByRole('cell', { name: 'Quillon Fen', exact: true }).nth(99).waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByRole('button', { name: 'Newest' }).waitFor();
    await expect.poll(() => equal.count()).toBe(0);
    expect(await page.getByLabel('Until').inputValue()).not.toBe('');
    await page.goBack();
    await equal.waitFor();
    await page.getByLabel('Until').fill('2020-01-02T03:04');
    await page.getByText(/^No report was received until then in /).waitFor();
    await page.getByRole('button', { name: 'Newest' }).click();
    await page.getByLabel('Kind').selectOption('Loot');
    await page.getByText(/^No such report was received in /).waitFor();
    await page.getByLabel('Kind').selectOption('Skills');
    await table.getByRole('cell', { name: 'Quillon Fen', exact: true }).first().waitFor();
    await page.getByLabel('Outcome').selectOption('not used: names no known account');
    await page.getByText(/^No such report was received in /).waitFor();
    await checkLook(page);
  });

  test('read what a setting means and how to change it', async () => {
    const page = await visit('/admin/settings');
    const table = page.getByRole('table', { name: 'Settings' });
    await table.getByText('Links and addresses work on this machine only.').waitFor();
    await page.getByRole('button', { name: 'How to change PUBLIC_URL' }).click();
    await table.getByText('PUBLIC_URL=https://hub.example.org', { exact: true }).waitFor();
    const titles = await table.getByRole('row').allTextContents();
    const placeOf = (text: string) => titles.findIndex((title) => title.includes(text));
    expect(placeOf('DISCORD_GUILD_ID')).toBeLessThan(placeOf('Members and their plugins'));
    await table.getByText('changed', { exact: true }).first().waitFor();
    const row = table.getByRole('row').filter({ hasText: 'BACKUP_HOUR' });
    await row.getByText('The hour of the day, in UTC, at which a backup is taken.').waitFor();
    await row.getByRole('cell', { name: 'default' }).waitFor();
    await row.getByRole('button', { name: 'How to change BACKUP_HOUR' }).click();
    await table.getByText('a whole number from 0 to 23').waitFor();
    await table.getByText('BACKUP_HOUR=3', { exact: true }).waitFor();
    await table.getByRole('row').filter({ hasText: 'DISCORD_CLIENT_SECRET' }).getByText('(hidden)').waitFor();
    const sharing = table.getByRole('row').filter({ hasText: 'DEFAULT_SHARING' });
    expect(await sharing.count()).toBe(0);
    const section = table.getByRole('button', { name: 'Members and their plugins' });
    await section.click();
    await expect.poll(() => sharing.getByText('empty', { exact: true }).count()).toBe(2);
    await section.press('Enter');
    await expect.poll(() => sharing.count()).toBe(0);
    await page.getByLabel('Find in settings').fill('DEFAULT_SHARING');
    await sharing.waitFor();
    await page.getByLabel('Find in settings').fill('');
    await page.getByRole('button', { name: 'Changed' }).click();
    await table.getByRole('row').filter({ hasText: 'DISCORD_GUILD_ID' }).waitFor();
    await expect.poll(() => sharing.or(row).count()).toBe(0);
    await page.getByRole('button', { name: 'Needs attention' }).click();
    await table.getByText('Links and addresses work on this machine only.').waitFor();
    expect(new URL(page.url()).search).toBe('?show=needs+attention');
    await checkLook(page);
  });
});
