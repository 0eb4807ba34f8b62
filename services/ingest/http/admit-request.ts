import type { FastifyRequest } from 'fastify';
import type { Device } from '../../../projections/access/model/entities.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Plugin, PluginPath, RequestHead } from '../plugin-adapter.ts';
import { type Answer, decommissioned, diskFullAnswer, refuseWith, unknownDevice } from './answer.ts';
import { createDeviceAuthentication, findAnyDevice } from './authenticate-device.ts';
import { createDiskSpaceCheck } from './check-disk-space.ts';
import { type PausedDeadline, startDeadline } from './deadline.ts';
import { originOf } from './hub-origin.ts';

export interface AdmittedRequest {
  readonly head: RequestHead;
  /** Resumed when the body is there. */
  readonly deadline: PausedDeadline;
  /** Null for a pairing, which creates the device. */
  readonly device: Device | null;
}

export interface RefusedRequest {
  readonly head: RequestHead;
  readonly answer: Answer;
  /** Also a revoked device; null for an unknown token. */
  readonly device: Device | null;
}

/**
 * Decides about a request before its body is read.
 * @throws DirectoryUnavailable, LogUnavailable or DeadlineExceeded
 */
export function createRequestAdmission(
  deps: IngestDeps,
): (request: FastifyRequest, plugin: Plugin, path: PluginPath) => Promise<AdmittedRequest | RefusedRequest> {
  const authenticate = createDeviceAuthentication(deps);
  const hasDiskSpace = deps.disk === null ? null : createDiskSpaceCheck(deps.disk, deps);

  return async (request, plugin, path) => {
    const startedAt = performance.now();
    const deadline = startDeadline(deps.deadlineMs);
    const known = deps.directory.currentOrStale();
    const head = headOf(request);
    const token = plugin.tokenOf(head) ?? '';
    const refuse = (answer: Answer): RefusedRequest => ({
      head,
      answer,
      device: findAnyDevice(known, token),
    });
    if (known.decommissionedSince !== null) return refuse(decommissioned);
    if (path.kind !== 'get' && request.method !== 'POST') {
      return refuse(wrongMethod(request, plugin, path, deps));
    }
    const refusal = plugin.refuse?.(head) ?? null;
    if (refusal !== null) return refuse(refusal);
    const device = path.kind === 'pairing' ? null : await authenticate(token, deadline);
    if (device === null && path.kind !== 'pairing') return refuse(unknownDevice);
    if (path.kind !== 'get' && (await hasDiskSpace?.()) === false) return refuse(diskFullAnswer);
    return { head, deadline: { startedAt, leftMsBeforeBody: deadline.remainingMs() }, device };
  };
}

/** To be called before the body is read: the body parser overwrites `Content-Type`. */
function headOf(request: FastifyRequest): RequestHead {
  return {
    headers: request.headers,
    params: request.params as RequestHead['params'],
    query: request.query as RequestHead['query'],
    contentType: request.headers['content-type'],
  };
}

/** A redirect, mostly to https, turns a POST into a GET. The answer never repeats a token. */
function wrongMethod(
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
