import { describe, expect, test } from 'vitest';
import { openFreePairingCode } from '../../projections/access/commands/devices/open-pairing-code.ts';
import { openClient } from '../../shared/client/open-client.ts';
import { onceAFile } from '../support/at-end.ts';
import { sampleReport } from '../support/hub/sample-report.ts';
import { serveSooner } from '../support/hub/serve-at-once.ts';
import { patient } from '../support/runner/patience.ts';
import { openHubBelowPath, pathCases, pathOfRecipes } from './hub-below-path.ts';

describe.each(pathCases)('below a path of $name', (proxy) => {
  const { name, isThere } = proxy;
  const run = test.skipIf(!isThere);
  const opened = onceAFile(async () => {
    if (!isThere) throw new Error(`${name} is missing`);
    const site = await openHubBelowPath(proxy);
    await serveSooner(site.hub.database);
    return site;
  });
  const status = async (address: string) => (await fetch(address)).status;
  // biome-ignore lint/suspicious/noExplicitAny: the assertions check the bodies
  const json = async (address: string): Promise<any> => (await fetch(address)).json();

  run(`a plugin pairs and reports, and followers see its reports (${name})`, async () => {
    const { hub, client, publicUrl } = opened();
    const member = await hub.addMember('Quill');
    const token = await client.pairWith((await openFreePairingCode(hub.core, member, 'cli')).code);
    expect((await client.report(token, await sampleReport('ha-snapshot'))).status).toBe(200);
    const key = await hub.makeKey();
    expect((await client.get('/me', { key })).status).toBe(200);

    const reader = openClient({ baseUrl: `${publicUrl}/api/v1`, key });
    const seen = { online: false, events: 0 };
    const stop = new AbortController();
    const { signal } = stop;
    const following = Promise.allSettled([
      reader.followSnapshot({
        signal,
        onSnapshot: ({ accounts }) => {
          seen.online = accounts.size === 1;
        },
      }),
      reader.followEvents({
        signal,
        newest: 10,
        onEvents: (events) => {
          seen.events += events.length;
        },
      }),
    ]);
    expect((await client.report(token, await sampleReport('ha-loot'))).status).toBe(200);
    await expect.poll(() => seen, { timeout: patient(60_000) }).toEqual({ online: true, events: 1 });
    stop.abort();
    await following;
  });

  run(`messages, documents and links name addresses below the path (${name})`, async () => {
    const { hub, origin, publicUrl } = opened();
    expect((await json(`${publicUrl}/api/v1/openapi.json`)).servers).toEqual([
      { url: `${pathOfRecipes}/api/v1` },
    ]);
    expect((await json(`${publicUrl}/api/osrs-data/events`)).error).toContain(
      `POST ${publicUrl}/api/osrs-data/events`,
    );
    const wrong = await json(`${publicUrl}/guild/api/osrs-data/events`);
    expect(wrong.error).toContain(`Enter ${publicUrl} in the plugin`);
    const slash = await fetch(`${publicUrl}//api/osrs-data/events/`, { method: 'POST', body: '{}' });
    expect(slash.status).toBe(401);
    const redirected = await fetch(`${publicUrl}/events/?types=death`, { redirect: 'manual' });
    expect(redirected.headers.get('location')).toBe(`${pathOfRecipes}/events?types=death`);
    for (const path of ['', '/', '/api/health', '/docs/api', '/docs/api/page.css'])
      expect(await status(publicUrl + path), path).toBe(200);
    expect(await status(`${publicUrl}/metrics`)).toBe(404);
    for (const path of ['/api/health', '/api/v1/openapi.json'])
      expect((await fetch(origin + path)).headers.get('content-type') ?? '', path).not.toMatch(/json/);
    // Health checks of the machine know no path.
    expect(await status(`${hub.url}/api/health`)).toBe(200);
  });
});
