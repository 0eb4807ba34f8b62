import type { Browser } from 'playwright-core';
import { buildChangedPages } from '../pages/built-pages.ts';
import { findChromium, launchChromium } from '../pages/launch-chromium.ts';
import type { BenchHub, HubJob } from './bench-hub.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { machine } from './machine.ts';
import {
  type FirstPage,
  type Frames,
  type Growth,
  openPages,
  type Polls,
  type Tabs,
} from './pages-browser.ts';
import { startWorker } from './workers.ts';

/** The live map in a real browser, with 500 accounts of which 1 % move in a second. */
export interface PagesResult {
  readonly bench: 'pages';
  readonly machine: string;
  readonly accounts: number;
  readonly firstPage: FirstPage;
  readonly polls: Polls;
  readonly quietPolls: Polls;
  readonly panning: Frames;
  /** Of a Leaflet map with nothing on it. */
  readonly emptyPanning: Frames;
  readonly hour: Growth;
  readonly tabs: Tabs;
  readonly failed: readonly string[];
  readonly holds: boolean;
}

const accounts = 500;
const movingPerSecond = accounts / 100;
/** A key is answered a snapshot once a second, so that a simulated hour takes the answers of many. */
const keys = 60;
const bars = {
  firstPageBytes: 200_000,
  firstPaintMs: 1_000,
  pollScriptMs: 16,
  /** Of the page's thread while the map is dragged; a frame has 16.7. */
  frameMs: 8,
  heapGrowth: 1.1,
  /** Of a user key (decisions.md, Limits). */
  requestsPerMinute: 120,
} as const;

export async function benchPages(): Promise<PagesResult> {
  const executable = findChromium();
  if (executable === null) throw new Error('there is no Chromium here: apt-get install chromium');
  await buildChangedPages();
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  let browser: Browser | undefined;
  try {
    const hub = await hubProcess.run({ accounts, keys });
    const { port, tokens } = hub;
    const report = (perSecond: number, seconds: number) =>
      load.run({ kind: 'reports', port, tokens, perSecond, seconds });
    await report(100, Math.ceil(accounts / 100));
    browser = await launchChromium(executable);
    const pages = openPages(browser, `http://localhost:${port}`, hub.keys);
    const firstPage = await pages.measureFirstPage();
    const quietPolls = await pages.measurePolls(10);
    const moving = report(movingPerSecond, 110);
    const polls = await pages.measurePolls(20);
    const panning = await pages.measurePanning(6);
    const emptyPanning = await pages.measureEmptyPanning(6);
    await moving;
    const movingFast = report(60, 150);
    const hour = await pages.measureHour();
    await movingFast;
    const tabs = await pages.measureTabs(20);
    const measured = { firstPage, polls, quietPolls, panning, emptyPanning, hour, tabs };
    const failed = failedBars(measured);
    return { bench: 'pages', machine: machine(), accounts, ...measured, failed, holds: failed.length === 0 };
  } finally {
    await browser?.close();
    await Promise.all([load.stop(), hubProcess.stop()]);
  }
}

type Measured = Omit<PagesResult, 'bench' | 'machine' | 'accounts' | 'failed' | 'holds'>;

function failedBars(measured: Measured): string[] {
  const { firstPage, polls, quietPolls, panning, emptyPanning, hour, tabs } = measured;
  const holds = {
    'bytes of the first page': firstPage.bytes <= bars.firstPageBytes,
    'first paint': firstPage.firstPaintMs < bars.firstPaintMs,
    'hosts asked': firstPage.otherHosts === 0,
    'script of a poll': polls.page.p95Ms <= bars.pollScriptMs,
    'polls without news': quietPolls.notModified === quietPolls.polls,
    // What the browser drops of an empty map is not the pages'.
    'frames while panning': panning.dropped <= emptyPanning.dropped,
    'script and painting of a frame': panning.cpuMsPerFrame <= bars.frameMs,
    'heap over an hour': hour.growth <= bars.heapGrowth,
    'requests of tabs': tabs.refused === 0 && tabs.requestsPerMinute <= bars.requestsPerMinute,
  };
  return Object.entries(holds).flatMap(([name, held]) => (held ? [] : [name]));
}

export function describePages(result: PagesResult): string {
  const { firstPage, polls, quietPolls, panning, emptyPanning, hour, tabs, failed } = result;
  return [
    `pages, the live map with ${accounts} accounts in Chromium, ${movingPerSecond} of them moving in a second`,
    result.machine,
    `first page         ${firstPage.bytes} bytes compressed, first paint ${firstPage.firstPaintMs} ms, ${firstPage.otherHosts} requests to other hosts`,
    `script of a poll   p50 ${polls.page.p50Ms} ms, p95 ${polls.page.p95Ms} ms of CPU on the page's thread (${polls.polls} polls with the pictures they lead to)`,
    `  in its worker    p50 ${polls.worker.p50Ms} ms, p95 ${polls.worker.p95Ms} ms of CPU`,
    `nothing new        ${quietPolls.notModified} of ${quietPolls.polls} polls answered 304`,
    `panning            ${describeFrames(panning)}`,
    `  an empty map     ${describeFrames(emptyPanning)}`,
    `an hour of polls   ${hour.polls} polls, heap of the page's thread ${hour.firstMegabytes} MB after a tenth of it, ${hour.lastMegabytes} MB at its end`,
    `${tabs.tabs} tabs of a key   ${tabs.requestsPerMinute} requests a minute, ${tabs.refused} refused`,
    failed.length === 0 ? 'all bars hold' : `FAILS: ${failed.join(', ')}`,
  ].join('\n');
}

function describeFrames({ frames, seconds, dropped, longestMs, cpuMsPerFrame }: Frames): string {
  return `${frames} frames in ${seconds} s, ${dropped} dropped, the longest after ${longestMs} ms, ${cpuMsPerFrame} ms of CPU each`;
}
