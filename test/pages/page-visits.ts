import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

export interface VisitOptions {
  /** Goes into the address as `/#key=…`; null opens the page without a key. */
  readonly key: string | null;
  /** Written as `name=value`. */
  readonly cookie?: string;
  /** Pixels. */
  readonly width?: number;
  readonly touch?: boolean;
  readonly timeZone?: string;
  readonly locale?: string;
}

export interface Visits {
  /** Opens a tab in a new browser profile, which ends with the test. */
  visit(path: string, options: VisitOptions): Promise<Page>;
  /**
   * Problems since the last call: errors of scripts, breaches of the policy, requests to other
   * hosts, dialogs.
   */
  takeProblems(): string[];
}

const height = 800;

export function visitsOf(browser: Browser, origin: string): Visits {
  const problems: string[] = [];

  function watch(page: Page): void {
    page.on('pageerror', ({ message }) => problems.push(`error: ${message}`));
    page.on('dialog', (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) problems.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) problems.push(`request: ${url}`);
    });
  }

  return {
    visit: async (
      path,
      { key, cookie, width = 1_280, touch = false, timeZone = 'UTC', locale = 'en-GB' },
    ) => {
      const context = await browser.newContext({
        viewport: { width, height },
        locale,
        timezoneId: timeZone,
        colorScheme: 'dark',
        hasTouch: touch,
      });
      onTestFinished(() => context.close());
      const [name = '', value = ''] = cookie?.split('=') ?? [];
      if (cookie !== undefined) await context.addCookies([{ name, value, url: origin }]);
      const page = await context.newPage();
      watch(page);
      openAgain(page);
      await page.goto(`${origin}${path}${key === null ? '' : `#key=${key}`}`);
      return page;
    },
    takeProblems: () => problems.splice(0),
  };
}

/** The error of Chromium when a container that starts next to the test changes the network. */
const networkChanged = 'net::ERR_NETWORK_CHANGED';
const triesMax = 5;

/** Opens an address again when the network changed. Pages ask the hub again themselves. */
function openAgain(page: Page): void {
  const open = page.goto.bind(page);
  let isOpening = false;
  let isComplete = false;
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== networkChanged || request.resourceType() === 'fetch') return;
    isComplete = false;
    if (!isOpening) void page.reload().catch(() => {});
  });
  page.goto = async (...address) => {
    isOpening = true;
    for (let tries = 1; ; tries += 1) {
      isComplete = true;
      const response = await open(...address).catch((error: unknown) => {
        isComplete = false;
        if (tries === triesMax || !String(error).includes(networkChanged)) throw error;
        return null;
      });
      isOpening = !isComplete && tries < triesMax;
      if (!isOpening) return response;
    }
  };
}

type Places = readonly (readonly [x: number, y: number])[];
const fingerSteps = 8;

/** The page needs `touch`. */
export async function drawFingers(page: Page, from: Places, to: Places): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', places: Places) => {
    const touchPoints = places.map(([x, y], id) => ({ id, x, y }));
    return session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await touch('touchStart', from);
  for (let step = 1; step <= fingerSteps; step += 1) {
    const part = step / fingerSteps;
    const between = from.map(([x, y], finger) => {
      const [toX, toY] = to[finger] ?? [x, y];
      return [x + (toX - x) * part, y + (toY - y) * part] as const;
    });
    await touch('touchMove', between);
  }
  await touch('touchEnd', []);
  await session.detach();
}

/** A page has no heading while its script loads, and is busy while its data loads. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}

/** The rules of axe-core that a theme can break. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** @returns violations of all rules or of `rules`: the rule, and the elements */
export async function inaccessible(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  await waitUntilLoaded(page);
  if ((await page.evaluate('typeof axe')) === 'undefined') {
    // The policy of the pages allows no other script, so the script is evaluated.
    await page.evaluate(axe.source);
  }
  const options = { resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  return page.evaluate<readonly string[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
       violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`,
  );
}

/** Leaves the page in the dark theme. */
export async function inaccessibleInThemes(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const found = await inaccessible(page, ofColours);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...found.map((problem) => `light: ${problem}`), ...(await inaccessible(page))];
}

/** The label of the focused element, or else its text; null without a focus. */
export function focused(page: Page): Promise<string | null> {
  return page.evaluate<string | null>(`(({ activeElement: it, body }) => it === null || it === body ? null
    : it.getAttribute('aria-label') ?? it.labels?.[0]?.textContent ?? it.textContent)(document)`);
}

export function pixelsBeyondEdge(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
}

/** Compressed size of scripts and styles, bytes. */
export const assetBytes = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

export async function addressHas(page: Page, part: string): Promise<void> {
  await page.waitForURL((url) => url.search.includes(part));
}
