import type { FastifyInstance } from 'fastify';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Plugin } from '../plugin-adapter.ts';
import { refuseWith } from './answer.ts';
import { originOf } from './hub-origin.ts';

/** Wrong addresses are rewritten to this address, so that one route answers them. */
const wrongAddress = '/api/osrs-data/wrong-address';

interface PluginAddress {
  readonly plugin: Plugin;
  readonly url: string;
  readonly whole: RegExp;
  readonly behindPrefix: RegExp;
  /** Matches a path without the slash before `*`, like `/api/pluginstat_update`. */
  readonly withoutSlash: RegExp | null;
}

/**
 * Repairs doubled, extra and missing slashes, because most plugins show nothing for a wrong
 * address. A wrong prefix leads to `wrongAddress`.
 * @returns a function from a sent address to the routed address, both with their query
 */
export function createAddressRepair(plugins: readonly Plugin[]): (sent: string) => string {
  const addresses = addressesOf(plugins);
  return (sent) => {
    const end = sent.indexOf('?');
    const [path, query] = end < 0 ? [sent, ''] : [sent.slice(0, end), sent.slice(end)];
    const folded = foldSlashes(path);
    if (addresses.some(({ whole }) => whole.test(folded))) return folded + query;
    for (const { url, withoutSlash } of addresses) {
      const rest = withoutSlash?.exec(folded)?.[1];
      if (rest !== undefined) return `${url.slice(0, -1)}${rest}${query}`;
    }
    return addresses.some(({ behindPrefix }) => behindPrefix.test(folded)) ? wrongAddress : sent;
  };
}

/** The answer names the right address, and never a token. */
export function registerWrongAddress(
  app: FastifyInstance,
  plugins: readonly Plugin[],
  deps: Pick<IngestDeps, 'publicUrl' | 'trustProxyHops'>,
): void {
  const addresses = addressesOf(plugins);
  app.route({
    method: ['GET', 'POST'],
    url: wrongAddress,
    // Runs before Fastify reads the body. Otherwise Fastify would refuse some content types.
    onRequest: async (request, reply) => {
      const [path = ''] = request.originalUrl.split('?');
      const sent = foldSlashes(path);
      const address = addresses.find(({ behindPrefix }) => behindPrefix.test(sent));
      const origin = originOf(request, deps);
      const entered = address?.plugin.pasted?.settingsFor(origin, ':token').url ?? origin;
      const message = `Nothing is at this address. Enter ${entered} in the plugin; it then sends to ${origin}${address?.url ?? ''}.`;
      const answer = refuseWith(404, 'malformed', message);
      return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body);
    },
    handler: () => undefined,
  });
}

function foldSlashes(path: string): string {
  return path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
}

function addressesOf(plugins: readonly Plugin[]): PluginAddress[] {
  return plugins.flatMap((plugin) =>
    plugin.paths.map(({ url }) => {
      const pattern = url.replaceAll(/:[a-z_]+/gi, '[^/]+').replace(/\*$/, '.+');
      const base = url.endsWith('/*') ? url.slice(0, -2) : null;
      return {
        plugin,
        url,
        whole: new RegExp(`^${pattern}$`),
        behindPrefix: new RegExp(`^/.+${pattern}$`),
        withoutSlash: base === null ? null : new RegExp(`^${base}(\\w+)$`),
      };
    }),
  );
}
