import type { FastifyRequest } from 'fastify';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Plugin, PluginPath } from '../plugin-adapter.ts';
import { type Answer, refuseWith } from './answer.ts';
import { originOf } from './hub-origin.ts';

/** A redirect, mostly to https, turns a POST into a GET. The answer never repeats a token. */
export function wrongMethod(
  request: FastifyRequest,
  { pasted }: Pick<Plugin, 'pasted'>,
  path: PluginPath,
  deps: Pick<IngestDeps, 'publicUrl' | 'trustProxyHops'>,
): Answer {
  const origin = originOf(request, deps);
  const entered = pasted?.settingsFor(origin, ':token').url ?? origin;
  return refuseWith(
    400,
    'wrong_method',
    `This address takes POST ${origin}${path.url} only. A redirect may have turned the POST into a GET: enter ${entered} in the plugin.`,
  );
}
