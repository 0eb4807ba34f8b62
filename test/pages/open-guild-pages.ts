import { startTestHub } from '../support/hub/hub.ts';
import { serveAtOnce } from '../support/hub/serve-at-once.ts';
import { buildChangedPages } from './built-pages.ts';
import { startChromium } from './chromium.ts';
import { members, past } from './guild-data.ts';
import { visitsOf } from './page-visits.ts';

export const hubName = 'The "Guild" <b>of</b> Quillon & Bram';

export async function openGuildPages(executable: string) {
  await buildChangedPages();
  const [hub, browser] = await Promise.all([
    startTestHub({ settings: { HUB_NAME: hubName } }),
    startChromium(executable),
  ]);
  await serveAtOnce(hub.database);
  await hub.append(members());
  await hub.append(past(Date.now()));
  const key = await hub.makeKey();
  await hub.getUntil('/events?limit=500', {
    key,
    withinMs: 15_000,
    everyMs: 500,
    seen: ({ body }) => body.meta?.count === 146,
  });
  await hub.projected();
  return { hub, browser, ...visitsOf(browser, hub.url) };
}
