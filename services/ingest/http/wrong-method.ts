import type { FastifyRequest } from 'fastify';
import { forwardedEntry } from '../../../shared/client-address.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { PluginPath } from '../plugin.ts';
import { type Answer, refuseWith } from './answer.ts';

/**
 * A redirect, mostly from http to https, turns the POST of a plugin into a GET: the player has to enter the address that
 * it leads to.
 */
export function wrongMethod(
  request: FastifyRequest,
  path: PluginPath,
  { publicUrl, trustProxyHops }: Pick<IngestDeps, 'publicUrl' | 'trustProxyHops'>,
): Answer {
  const origin = publicUrl?.replace(/\/+$/, '') ?? `${schemeOf(request, trustProxyHops)}://${request.host}`;
  return refuseWith(
    400,
    'wrong_method',
    `This address takes POST ${origin}${path.url} only. A redirect may have turned the POST into a GET: enter ${origin} in the plugin.`,
  );
}

/** As the trusted proxies say it, and else of the connection: behind a proxy that is http, whatever the client spoke. */
function schemeOf({ headers, protocol }: FastifyRequest, trustProxyHops: number): 'http' | 'https' {
  const said = forwardedEntry(headers['x-forwarded-proto'], trustProxyHops)?.toLowerCase();
  return said === 'http' || said === 'https' ? said : protocol;
}
