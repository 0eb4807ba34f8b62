import { startTestHub, type TestHub } from '../support/hub/hub.ts';
import { createHubClient, type HubClient } from '../support/hub/hub-client.ts';
import { freePort } from '../support/hub/hub-process.ts';
import { isInstalled } from '../support/is-installed.ts';
import { codeBlock } from './installed-client.ts';
import { startCaddy, startNginx, startPathProxy } from './proxy-servers.ts';

const [caddySite, nginxLocations] = (await Promise.all(
  ['caddy below a path', 'nginx below a path'].map((label) => codeBlock('docs/reference/proxies.md', label)),
)) as [string, string];

export interface PathCase {
  readonly name: string;
  readonly isThere: boolean;
  readonly start: (hubUrl: string, port: number) => Promise<string>;
}

/** The recipes of the document are for this path. */
export const pathOfRecipes = '/hub';

export const pathCases: readonly [PathCase, ...PathCase[]] = [
  { name: 'a small proxy', isThere: true, start: (hub, port) => startPathProxy(hub, pathOfRecipes, port) },
  {
    name: 'nginx',
    isThere: await isInstalled('/usr/sbin/nginx', '-v'),
    start: (hub, port) => startNginx(hub, { server: nginxLocations, port }),
  },
  {
    name: 'Caddy',
    isThere: await isInstalled('caddy', 'version'),
    start: (hub, port) => startCaddy(hub, caddySite, port),
  },
];

export interface HubBelowPath {
  readonly hub: TestHub;
  /** The proxy, which knows the hub by its path. */
  readonly origin: string;
  readonly publicUrl: string;
  /** Asks through the proxy. */
  readonly client: HubClient;
}

export async function openHubBelowPath({ start }: PathCase): Promise<HubBelowPath> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}${pathOfRecipes}`;
  const hub = await startTestHub({ settings: { PUBLIC_URL: publicUrl, TRUST_PROXY_HOPS: '1' } });
  const origin = await start(hub.url, port);
  return { hub, origin, publicUrl, client: createHubClient(publicUrl) };
}
