import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/**
 * Not every machine reaches the host of Playwright's own browsers. The browser without windows
 * comes first, because it costs tests a quarter less CPU.
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
  // Optimising the scripts of a short-lived page costs more CPU than it saves.
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

/** The profile is empty. The caller closes the browser. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: quietly });
}
