import { buildChangedPages } from '../pages/built-pages.ts';
import { findChromium, launchChromium } from '../pages/launch-chromium.ts';
import { type Benchmark, inRounds } from './support/benchmark.ts';
import { figureOf } from './support/figures.ts';
import { startFilledHub } from './support/filled-hub.ts';
import { openLiveMap } from './support/live-map.ts';
import type { LoadJob, LoadResult } from './support/load.ts';
import { startWorker } from './support/worker.ts';

const accounts = 500;
const movingPerSecond = 5;
const keys = 10;
const rounds = 3;
const polls = 5;
const panSeconds = 4;
/** Longer than all measurements with moving players. */
const movingSeconds = 120;

export const pagesBenchmark: Benchmark = {
  summary: 'the live map with 500 accounts in Chromium: first page, script of a poll, frames while panning',
  run: async (lifecycle) => {
    const executable = findChromium();
    if (executable === null)
      throw new Error('Chromium is missing; run apt-get install chromium-headless-shell');
    await buildChangedPages();
    const hub = await startFilledHub(lifecycle, { accounts, keys });
    const plugins = startWorker<LoadJob, LoadResult>(lifecycle, './load.ts');
    const browser = await launchChromium(executable);
    lifecycle.onClose(() => browser.close());
    const { port, tokens } = hub;
    const map = openLiveMap(browser, `http://localhost:${port}`, hub.keys);
    const firstPages = await inRounds(rounds, map.measureFirstPage);
    const moving = plugins.run({
      kind: 'reports',
      port,
      tokens,
      perSecond: movingPerSecond,
      seconds: movingSeconds,
    });
    // The load generator ends with the run.
    moving.catch(() => {});
    const polled = await inRounds(rounds, () => map.measurePolls(polls));
    const panned = await inRounds(rounds, () => map.measurePanning(panSeconds));
    return [
      figureOf('first page: scripts and styles, compressed', 'bytes', firstPages, ({ bytes }) => bytes),
      figureOf('first page: first paint', 'ms', firstPages, ({ firstPaintMs }) => firstPaintMs),
      figureOf('poll: script on the page, median', 'ms', polled, ({ pageMs }) => pageMs),
      figureOf('poll: script in its worker, median', 'ms', polled, ({ workerMs }) => workerMs),
      figureOf('panning: CPU of a frame', 'ms', panned, ({ cpuMsPerFrame }) => cpuMsPerFrame),
      figureOf('panning: longest frame', 'ms', panned, ({ longestMs }) => longestMs),
    ];
  },
};
