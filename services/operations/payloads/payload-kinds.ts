import { registeredPlugins } from '../../ingest/plugins/registered.ts';
import { findPlugin } from '../devices/pairing-plugins.ts';
import type { OperationHub } from '../operation-hub.ts';
import { findPayloads, type StoredPayload } from './stored-payloads.ts';

const otherKind = 'Other message';

/** The words of `kindsOf`, sorted. */
export const payloadKinds: readonly string[] = [
  ...new Set(
    registeredPlugins
      .flatMap(({ messageKinds = [] }) => messageKinds.map(({ title }) => title))
      .concat(otherKind),
  ),
].sort();

/** A stored body has no headers. */
const head = { headers: {}, params: {}, query: {}, contentType: undefined };

/**
 * The kinds of messages in stored payloads, in the words of the list of devices, by the id of the
 * payload.
 * @param from epoch ms; older payloads are not read
 */
export async function readPayloadKinds(
  { journal }: Pick<OperationHub, 'journal'>,
  ids: readonly string[],
  from: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const kinds = new Map<string, readonly string[]>();
  for await (const payload of findPayloads(journal, ids, from)) kinds.set(payload.id, await kindsOf(payload));
  return kinds;
}

/** Empty for a body that this release cannot read. */
export async function kindsOf({ plugin: source, body }: StoredPayload): Promise<readonly string[]> {
  const plugin = findPlugin(source);
  const report = await plugin?.read({ head, body: Buffer.from(body) });
  if (plugin === undefined || report === undefined || 'status' in report) return [];
  const { messageKinds = [] } = plugin;
  const { kinds = [] } = report;
  const titles = messageKinds.filter(({ kind }) => kinds.includes(kind)).map(({ title }) => title);
  return titles.length > 0 ? titles : [otherKind];
}
