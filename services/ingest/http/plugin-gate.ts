import type { FastifyRequest } from 'fastify';
import type { Device } from '../../../projections/access/directory/directory.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import { type Answer, decommissioned, pluginOutdated, refused, unknownDevice } from './answer.ts';
import { createDeviceAuthentication } from './authenticate-device.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { isOutdated } from './plugin-version.ts';

export type Endpoint = 'pair' | 'events';

export const basePath = '/api/osrs-data';

/** What the gate found out about a request that it let pass. */
export interface Passed {
  readonly deadline: Deadline;
  readonly pluginVersion: string | null;
  /** The device of the token; null on `/pair`, which has none yet. */
  readonly device: Device | null;
}

/**
 * What is decided before a body is read, in this order: decommissioned, wrong method, plugin too old, unknown device.
 * @throws DirectoryUnavailable, LogUnavailable or DeadlineExceeded when it cannot be decided now
 */
export function createPluginGate(
  deps: IngestDeps,
): (request: FastifyRequest, endpoint: Endpoint) => Promise<Passed | Answer> {
  const authenticate = createDeviceAuthentication(deps);

  return async (request, endpoint) => {
    const deadline = startDeadline();
    if (deps.directory.currentOrStale().decommissionedSince !== null) return decommissioned;
    if (request.method !== 'POST') return wrongMethod(request, endpoint, deps.publicUrl);
    const pluginVersion = headerOf(request, 'x-osrs-exporter-version');
    if (isOutdated(pluginVersion)) return pluginOutdated;
    if (endpoint === 'pair') return { deadline, pluginVersion, device: null };
    const device = await authenticate(headerOf(request, 'x-osrs-token') ?? '', deadline);
    return device === null ? unknownDevice : { deadline, pluginVersion, device };
  };
}

/** A redirect, from http to https above all, makes a GET of the plugin's POST: the player has to enter the target. */
function wrongMethod(request: FastifyRequest, endpoint: Endpoint, publicUrl: string | undefined): Answer {
  const origin = publicUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`;
  return refused(
    400,
    'wrong_method',
    `This address takes POST ${origin}${basePath}/${endpoint} only. A redirect may have turned the POST into a GET: enter ${origin} in the plugin.`,
  );
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}
