import type { FastifyRequest } from 'fastify';
import { forwardedEntry } from '../../../shared/http/client-address.ts';
import type { IngestDeps } from '../ingest-deps.ts';

/**
 * The hub's origin for the plugin of this request (decisions.md, What comes in): `PUBLIC_URL`, else
 * the request's `Host`. Has no slash at its end.
 */
export function originOf(
  request: FastifyRequest,
  { publicUrl, trustProxyHops }: Pick<IngestDeps, 'publicUrl' | 'trustProxyHops'>,
): string {
  return publicUrl?.replace(/\/+$/, '') ?? `${schemeOf(request, trustProxyHops)}://${request.host}`;
}

/**
 * The scheme that the trusted proxies report, else the scheme of the connection, which is http
 * behind a proxy.
 */
function schemeOf({ headers, protocol }: FastifyRequest, trustProxyHops: number): 'http' | 'https' {
  const reported = forwardedEntry(headers['x-forwarded-proto'], trustProxyHops)?.toLowerCase();
  return reported === 'http' || reported === 'https' ? reported : protocol;
}
