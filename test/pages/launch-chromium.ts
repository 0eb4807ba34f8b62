import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/**
 * Paths of the packages of distributions. Playwright's own browsers come from a host that not every
 * machine reaches. The browser without windows comes first, because tests cost a quarter less CPU
 * with it.
 */
const places = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** `CHROMIUM`, else a browser of this machine; null without a browser. */
export function findChromium(): string | null {
  const { CHROMIUM } = process.env;
  const looked = CHROMIUM === undefined ? places : [CHROMIUM];
  return looked.find((path) => existsSync(path)) ?? null;
}

/** Chromium's sandbox needs user namespaces, which neither root nor a container has. */
const quietly = [
  // A page of a test lives for a second or two: optimising its scripts costs a tenth of all CPU,
  // and saves less.
  '--js-flags=--no-turbofan --no-maglev',
  '--renderer-process-limit=1',
  '--num-raster-threads=1',
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser without a window and with an empty profile. The caller closes it. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: quietly });
}
