import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { median } from './figures.ts';
import { pollScripts, scriptCategories } from './poll-scripts.ts';

export interface FirstPage {
  /** Scripts and styles, compressed. */
  readonly bytes: number;
  readonly firstPaintMs: number;
}

/** Medians over the polls: CPU of scripts from one poll to the next, with reduced motion. */
export interface Polls {
  /** On the page's thread: the request, and showing the changes on the map. */
  readonly pageMs: number;
  /** In the worker of the page: reading the answer. */
  readonly workerMs: number;
}

export interface Frames {
  readonly longestMs: number;
  readonly cpuMsPerFrame: number;
}

export interface LiveMap {
  measureFirstPage(): Promise<FirstPage>;
  measurePolls(count: number): Promise<Polls>;
  measurePanning(seconds: number): Promise<Frames>;
}

const viewport = { width: 1_280, height: 800 };
const snapshotPath = '/api/v1/snapshot';

/** @param keys each reads everything; measurements take them in turn */
export function openLiveMap(browser: Browser, origin: string, keys: readonly string[]): LiveMap {
  let nextKey = 0;
  const openMap = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${origin}/#key=${keys[nextKey++ % keys.length]}`);
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
        // Without a key, the page does not load the map and the charts.
        const page = await context.newPage();
        await page.goto(origin, { waitUntil: 'networkidle' });
        const [bytes, firstPaintMs] = await page.evaluate<[number, number]>(firstPageFigures);
        return { bytes, firstPaintMs };
      }),
    measurePolls: (count) =>
      inProfile('reduce', async (context) => watchPolls(browser, await openMap(context), count)),
    measurePanning: (seconds) =>
      inProfile('no-preference', async (context) => pan(await openMap(context), seconds)),
  };
}

const firstPageFigures = `[
  performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
]`;

async function watchPolls(browser: Browser, page: Page, count: number): Promise<Polls> {
  const nextPoll = () => page.waitForResponse((response) => response.url().includes(snapshotPath));
  await nextPoll();
  await browser.startTracing(page, { categories: scriptCategories });
  // A poll ends where the next poll begins, so that one more is needed.
  for (let poll = 0; poll <= count; poll += 1) await nextPoll();
  const scripts = pollScripts((await browser.stopTracing()).toString(), snapshotPath);
  return {
    pageMs: median(scripts.map(({ pageMs }) => pageMs)),
    workerMs: median(scripts.map(({ workerMs }) => workerMs)),
  };
}

async function pan(page: Page, seconds: number): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  // CPU of the thread alone: other work of the machine does not count.
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
  const cpuMsPerFrame = ((await mainThreadMs(session)) - before) / times.length;
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return { longestMs: Math.max(...gaps), cpuMsPerFrame };
}

/** CPU so far: scripts, style, layout and painting. */
async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}
