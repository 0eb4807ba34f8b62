import type { Browser } from 'playwright-core';
import { atEnd } from '../support/at-end.ts';
import { launchChromium } from './launch-chromium.ts';

/** A Chromium that ends with the test, or with the file. */
export async function startChromium(executablePath: string): Promise<Browser> {
  const browser = await launchChromium(executablePath);
  atEnd(() => browser.close());
  return browser;
}
