import type { FastifyRequest } from 'fastify';
import { forwardedEntry } from '../../../shared/http/client-address.ts';
import type { IngestDeps } from '../ingest-deps.ts';

/**
 * `PUBLIC_URL`, else the request's `Host` (rules/input.md#get-on-a-plugin-path). Without a slash at
 * its end.
 */
export function originOf(
  request: FastifyRequest,
  { publicUrl, trustProxyHops }: Pick<IngestDeps, 'publicUrl' | 'trustProxyHops'>,
): string {
  return publicUrl?.replace(/\/+$/, '') ?? `${schemeOf(request, trustProxyHops)}://${request.host}`;
}

/** The scheme that trusted proxies report. Behind a proxy, the connection itself is http. */
function schemeOf({ headers, protocol }: FastifyRequest, trustProxyHops: number): 'http' | 'https' {
  const reported = forwardedEntry(headers['x-forwarded-proto'], trustProxyHops)?.toLowerCase();
  return reported === 'http' || reported === 'https' ? reported : protocol;
}
