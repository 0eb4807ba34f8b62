import { registeredPlugins } from '../../ingest/plugins/registered.ts';
import type { OperationHub } from '../operation-hub.ts';
import { findPayload } from './stored-payloads.ts';

/** A stored body has no headers. */
const head = { headers: {}, params: {}, query: {}, contentType: undefined };
const plugins = new Map(registeredPlugins.map((plugin) => [plugin.source, plugin]));

/**
 * The kinds of messages in stored payloads, in the words of the list of devices, by the id of the
 * payload.
 * Reads the bodies one after another, because a body can be large.
 * @param from epoch ms; older payloads are not read
 */
export async function readPayloadKinds(
  { journal }: Pick<OperationHub, 'journal'>,
  ids: readonly string[],
  from: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const kinds = new Map<string, readonly string[]>();
  for (const id of ids) {
    const payload = await findPayload(journal, id, from);
    if (payload !== null) kinds.set(id, await kindsOf(payload));
  }
  return kinds;
}

/** Empty for a body that this release cannot read. */
async function kindsOf({ plugin: source, body }: { readonly plugin: string; readonly body: string }) {
  const plugin = plugins.get(source);
  const report = await plugin?.read({ head, body: Buffer.from(body) });
  if (plugin === undefined || report === undefined || 'status' in report) return [];
  const { messageKinds = [] } = plugin;
  const { kinds = [] } = report;
  const titles = messageKinds.filter(({ kind }) => kinds.includes(kind)).map(({ title }) => title);
  return titles.length > 0 ? titles : ['Other message'];
}
