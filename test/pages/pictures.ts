import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { SnapshotAccount } from '../../shared/client/api.ts';
import { openClient } from '../../shared/client/open-client.ts';
import { startDemoProcess } from '../support/hub/demo-process.ts';
import { projectRoot } from '../support/source-tree.ts';
import { visitsOf, waitUntilLoaded } from './page-visits.ts';

const folder = `${projectRoot}infra/pictures`;
const bytesMax = 300_000;
const onlineMin = 8;
const eventsMin = 6;
const surfaceEndsY = 4_160;

export async function takePictures(browser: Browser): Promise<void> {
  const demo = await startDemoProcess(['--players', '40', '--history', '7']);
  const client = openClient({ baseUrl: `${demo.url}/api/v1`, key: await demo.createKey(), tabs: null });
  let shown: readonly SnapshotAccount[] = [];
  async function playing(): Promise<number> {
    const { data } = await client.get('/snapshot');
    shown = data.filter(({ online, location }) => online === true && isOnSurface(location));
    return shown.length;
  }
  await expect.poll(playing, { timeout: 120_000, interval: 2_000 }).toBeGreaterThan(onlineMin);
  const startedAt = Date.now();
  const happened = async () => {
    const { data } = await client.get('/events', { limit: eventsMin });
    return data.filter(({ occurred_at: at }) => Date.parse(at) > startedAt).length;
  };
  await expect.poll(happened, { timeout: 120_000, interval: 2_000 }).toBe(eventsMin);
  const { visit } = visitsOf(browser, demo.url);
  // Tabs of different profiles follow the snapshot separately, so each tab needs its own key.
  const open = async (path: string) => visit(path, { key: await demo.createKey() });
  const trails = shown.slice(0, 2).map(({ id }) => id);
  await mkdir(folder, { recursive: true });

  const map = await open(`/?at=3110,3330,1&trails=${trails.join()}&range=day`);
  await map.getByRole('heading', { name: / online$/ }).waitFor();
  await map.locator('.event-line').nth(5).waitFor();
  await takePicture(map, 'map');
  const account = await open(`/accounts/${trails[0]}`);
  await account.setViewportSize({ width: 1_280, height: 1_000 });
  await account.locator('.chart canvas').first().waitFor();
  await takePicture(account, 'account');
  const guild = await open('/guild');
  await guild.setViewportSize({ width: 1_280, height: 1_000 });
  await guild.locator('.chart canvas').first().waitFor();
  await guild.getByRole('region', { name: 'Newest personal bests' }).getByRole('listitem').first().waitFor();
  await takePicture(guild, 'guild');
  const boards = await open('/leaderboards?period=week');
  await boards.getByRole('table').getByRole('row').nth(5).waitFor();
  await takePicture(boards, 'leaderboards');
}

function isOnSurface(location: SnapshotAccount['location']): boolean {
  return location != null && location.y < surfaceEndsY;
}

export async function takePicture(page: Page, name: string): Promise<void> {
  await waitUntilLoaded(page);
  // Tiles of the map fade in.
  await page.waitForTimeout(1_000);
  const picture = await page.screenshot({ path: `${folder}/${name}.png` });
  expect(picture.byteLength, name).toBeLessThan(bytesMax);
}
