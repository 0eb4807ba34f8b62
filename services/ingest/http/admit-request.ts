import type { FastifyRequest } from 'fastify';
import type { Device } from '../../../projections/access/directory/directory.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Plugin, PluginPath, RequestHead } from '../plugin.ts';
import { type Answer, decommissioned, diskFullAnswer, unknownDevice } from './answer.ts';
import { createDeviceAuthentication, deviceOfToken } from './authenticate-device.ts';
import { createDiskSpace } from './check-disk-space.ts';
import { type StoppedDeadline, startDeadline } from './deadline.ts';
import { createPluginNotes } from './record-plugin-version.ts';
import { wrongMethod } from './wrong-method.ts';

/** What the gate found out about a request that it let pass. */
export interface Passed {
  readonly head: RequestHead;
  /** Of what is done with the body: it is resumed once that is there. */
  readonly deadline: StoppedDeadline;
  /** The device of the token; null where a device is paired, which has none yet. */
  readonly device: Device | null;
}

/**
 * What is decided before a body is read, in this order: decommissioned, wrong method, refused by the plugin's adapter,
 * unknown device, no room on the disk.
 * @throws DirectoryUnavailable, LogUnavailable or DeadlineExceeded when it cannot be decided now
 */
export function createPluginGate(
  deps: IngestDeps,
): (request: FastifyRequest, plugin: Plugin, path: PluginPath) => Promise<Passed | Answer> {
  const authenticate = createDeviceAuthentication(deps);
  const notePlugin = createPluginNotes(deps);
  const hasSpace = deps.disk === null ? null : createDiskSpace(deps.disk, deps);

  return async (request, plugin, path) => {
    const startedAt = performance.now();
    const deadline = startDeadline(deps.deadlineMs);
    if (deps.directory.currentOrStale().decommissionedSince !== null) return decommissioned;
    if (path.takes !== 'questions' && request.method !== 'POST') {
      return wrongMethod(request, plugin, path, deps);
    }
    const head = headOf(request);
    const refusal = plugin.refuse?.(head) ?? null;
    const token = plugin.tokenOf(head) ?? '';
    const note = (device: Device | null) => {
      if (device !== null) notePlugin({ deviceId: device.id, plugin, head, request: request.raw });
    };
    if (refusal !== null) {
      // Noted all the same, so that `hub doctor` can name a plugin that is too old.
      note(deviceOfToken(deps.directory.currentOrStale(), token));
      return refusal;
    }
    const device = path.takes === 'pairing' ? null : await authenticate(token, deadline);
    if (device === null && path.takes !== 'pairing') return unknownDevice;
    note(device);
    if (path.takes !== 'questions' && (await hasSpace?.()) === false) return diskFullAnswer;
    return { head, deadline: { startedAt, leftMs: deadline.remainingMs() }, device };
  };
}

/**
 * Taken before the body is read, because `Content-Type` is overwritten then, so that Fastify takes a body of any type.
 */
function headOf(request: FastifyRequest): RequestHead {
  return {
    headers: request.headers,
    params: request.params as RequestHead['params'],
    query: request.query as RequestHead['query'],
    contentType: request.headers['content-type'],
  };
}
