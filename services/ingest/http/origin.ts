import type { FastifyRequest } from 'fastify';
import { forwardedEntry } from '../../../shared/http/client-address.ts';
import type { IngestDeps } from '../ingest-deps.ts';

/**
 * The hub's origin as the plugin of this request reaches it: `PUBLIC_URL`, else the request's `Host` (decisions.md, What comes
 * in). Without a slash at its end.
 */
export function originOf(
  request: FastifyRequest,
  { publicUrl, trustProxyHops }: Pick<IngestDeps, 'publicUrl' | 'trustProxyHops'>,
): string {
  return publicUrl?.replace(/\/+$/, '') ?? `${schemeOf(request, trustProxyHops)}://${request.host}`;
}

/** As the trusted proxies say it, and else of the connection: behind a proxy that is http, whatever the client spoke. */
function schemeOf({ headers, protocol }: FastifyRequest, trustProxyHops: number): 'http' | 'https' {
  const said = forwardedEntry(headers['x-forwarded-proto'], trustProxyHops)?.toLowerCase();
  return said === 'http' || said === 'https' ? said : protocol;
}
