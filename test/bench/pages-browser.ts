import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { projectRoot } from '../support/source-tree.ts';
import { pollScripts, scriptCategories } from './poll-scripts.ts';
import { quantile } from './quantile.ts';

export interface FirstPage {
  /** Scripts and styles, compressed. */
  readonly bytes: number;
  readonly firstPaintMs: number;
  readonly otherHosts: number;
}

export interface Polls {
  readonly polls: number;
  readonly notModified: number;
  /** CPU of scripts on the page's thread from one poll to the next, with motion reduced: the news, and their picture. */
  readonly page: ScriptTimes;
  /** In its worker meanwhile: the answer. */
  readonly worker: ScriptTimes;
}

interface ScriptTimes {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export interface Frames {
  readonly seconds: number;
  readonly frames: number;
  readonly dropped: number;
  readonly longestMs: number;
  /** CPU of the page's main thread for each frame. */
  readonly cpuMsPerFrame: number;
}

export interface Growth {
  readonly polls: number;
  readonly firstMegabytes: number;
  readonly lastMegabytes: number;
  readonly growth: number;
}

export interface Tabs {
  readonly tabs: number;
  readonly requestsPerMinute: number;
  readonly refused: number;
}

/** Measures the live map of a hub; each measurement opens it anew in a browser profile of its own. */
export interface MeasuredPages {
  measureFirstPage(): Promise<FirstPage>;
  measurePolls(count: number): Promise<Polls>;
  measurePanning(seconds: number): Promise<Frames>;
  /** The same drags over a Leaflet map of this size with empty tiles: what the machine and its browser drop by themselves. */
  measureEmptyPanning(seconds: number): Promise<Frames>;
  measureHour(): Promise<Growth>;
  measureTabs(count: number): Promise<Tabs>;
}

const viewport = { width: 1_280, height: 800 };
const pollEveryMs = 3_000;
const snapshotPath = '/api/v1/snapshot';
const hourOfPolls = 3_600_000 / pollEveryMs;
const tabsForMs = 20_000;
/** At 60 a second one comes every 16.7 ms; above this at least one is missing. */
const frameDroppedMs = 30;

/** @param keys each of them reads everything */
export function openPages(browser: Browser, origin: string, keys: readonly string[]): MeasuredPages {
  let turn = 0;
  const nextKey = () => {
    turn += 1;
    return keys[turn % keys.length] ?? '';
  };
  const live = async (context: BrowserContext, key = nextKey()): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${origin}/#key=${key}`);
    await page.locator('.live-player').first().waitFor();
    return page;
  };
  const inProfile = async <Result>(
    reducedMotion: 'reduce' | 'no-preference',
    measure: (context: BrowserContext) => Promise<Result>,
  ): Promise<Result> => {
    const context = await browser.newContext({ viewport, reducedMotion });
    try {
      return await measure(context);
    } finally {
      await context.close();
    }
  };

  return {
    measureFirstPage: () =>
      inProfile('no-preference', async (context) => {
        let otherHosts = 0;
        context.on('request', (request) => {
          if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) otherHosts += 1;
        });
        // The page that asks for a key: map and charts are fetched when they are first needed.
        const page = await context.newPage();
        await page.goto(origin, { waitUntil: 'networkidle' });
        const [bytes, firstPaintMs] = await page.evaluate<[number, number]>(firstPageFigures);
        return { bytes, firstPaintMs: Math.round(firstPaintMs), otherHosts };
      }),
    measurePolls: (count) =>
      inProfile('reduce', async (context) => watchPolls(browser, await live(context), count)),
    measurePanning: (seconds) =>
      inProfile('no-preference', async (context) => pan(await live(context), seconds)),
    measureEmptyPanning: (seconds) =>
      inProfile('no-preference', async (context) => pan(await emptyMap(context), seconds)),
    measureHour: () =>
      inProfile('reduce', async (context) => {
        // A key is answered a snapshot once a second, and this hour passes in two minutes.
        await context.route('**/api/v1/**', (route) => {
          const headers = { ...route.request().headers(), authorization: `Bearer ${nextKey()}` };
          return route.continue({ headers });
        });
        await context.clock.install();
        return passAnHour(await live(context));
      }),
    measureTabs: (count) =>
      inProfile('no-preference', async (context) => {
        const key = nextKey();
        const first = await live(context, key);
        for (let tab = 1; tab < count; tab += 1) await live(context, key);
        await first.bringToFront();
        let asked = 0;
        let refused = 0;
        context.on('response', (response) => {
          if (!response.url().includes('/api/v1/')) return;
          asked += 1;
          if (response.status() === 429) refused += 1;
        });
        await pause(tabsForMs);
        return { tabs: count, requestsPerMinute: Math.round((asked * 60_000) / tabsForMs), refused };
      }),
  };
}

const firstPageFigures = `[
  performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
]`;

async function watchPolls(browser: Browser, page: Page, count: number): Promise<Polls> {
  const isPoll = (url: string) => url.includes(snapshotPath);
  await page.waitForResponse((response) => isPoll(response.url()));
  await browser.startTracing(page, { categories: scriptCategories });
  let notModified = 0;
  // One more, since a poll ends where the next begins.
  for (let poll = 0; poll <= count; poll += 1) {
    const answer = await page.waitForResponse((response) => isPoll(response.url()));
    if (poll < count && answer.status() === 304) notModified += 1;
  }
  const script = pollScripts((await browser.stopTracing()).toString(), snapshotPath);
  return {
    polls: script.length,
    notModified,
    page: timesOf(script.map(({ pageMs }) => pageMs)),
    worker: timesOf(script.map(({ workerMs }) => workerMs)),
  };
}

function timesOf(ms: readonly number[]): ScriptTimes {
  const at = (share: number) => Number(quantile(ms, share).toFixed(1));
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}

async function emptyMap(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const leaflet = `${projectRoot}node_modules/leaflet/dist/leaflet`;
  await page.setContent('<div id="map" style="position: fixed; inset: 0"></div>');
  await page.addStyleTag({ content: await readFile(`${leaflet}.css`, 'utf8') });
  await page.addScriptTag({ content: await readFile(`${leaflet}.js`, 'utf8') });
  await page.evaluate(
    `L.map('map', { crs: L.CRS.Simple, center: [3400, 3120], zoom: 0 }).addLayer(L.gridLayer())`,
  );
  return page;
}

async function pan(page: Page, seconds: number): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  // Of the thread, so that what else the machine does is not counted.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(`(() => {
    window.frameTimes = [];
    const note = (time) => { window.frameTimes.push(time); requestAnimationFrame(note); };
    requestAnimationFrame(note);
  })()`);
  const before = await mainThreadMs(session);
  const endsAt = performance.now() + seconds * 1_000;
  while (performance.now() < endsAt) {
    await page.mouse.move(900, 500);
    await page.mouse.down();
    await page.mouse.move(400, 350, { steps: 30 });
    await page.mouse.up();
    await page.mouse.move(400, 350);
    await page.mouse.down();
    await page.mouse.move(900, 500, { steps: 30 });
    await page.mouse.up();
  }
  const times = await page.evaluate<number[]>('window.frameTimes');
  const cpuMsPerFrame = Number((((await mainThreadMs(session)) - before) / times.length).toFixed(1));
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const dropped = gaps.filter((gap) => gap > frameDroppedMs).length;
  return { seconds, frames: times.length, dropped, longestMs: Math.round(Math.max(...gaps)), cpuMsPerFrame };
}

/** Everything that the page's main thread did so far: scripts, style, layout, painting, and the hand-over of canvases. */
async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

async function passAnHour(page: Page): Promise<Growth> {
  const session = await page.context().newCDPSession(page);
  const early = hourOfPolls / 10;
  let first = 0;
  for (let poll = 1; poll <= hourOfPolls; poll += 1) {
    const answered = page.waitForResponse((response) => response.url().includes('/snapshot'));
    await page.clock.runFor(pollEveryMs);
    await answered;
    if (poll === early) first = await heapMegabytes(session);
  }
  const last = await heapMegabytes(session);
  const growth = Number((last / first).toFixed(3));
  return { polls: hourOfPolls, firstMegabytes: first, lastMegabytes: last, growth };
}

/** After a collection: what is still used. */
async function heapMegabytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return Number((usedSize / 1e6).toFixed(2));
}
