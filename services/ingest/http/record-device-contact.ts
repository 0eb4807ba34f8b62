import { boundedCache } from '../../../shared/collections/bounded-cache.ts';
import { countKey } from '../../../shared/count-key.ts';
import { dayMs, hourMs } from '../../../shared/domain/durations.ts';
import { storableText } from '../../../shared/domain/text.ts';
import { type AddressedRequest, clientAddress } from '../../../shared/http/client-address.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Plugin, RequestHead } from '../plugin-adapter.ts';

/**
 * Records a device's plugin version and its apparent origin for `hub doctor`. The request does not
 * wait for this.
 */
export type RecordPluginVersion = (seen: {
  readonly deviceId: string;
  readonly plugin: Plugin;
  readonly head: RequestHead;
  readonly request: AddressedRequest;
}) => void;

interface SeenRow {
  readonly device: string;
  readonly plugin: string;
  readonly version: string | null;
  readonly client: string;
  readonly from_here: boolean;
  readonly forwarded: number;
  readonly at: number;
}

const devicesMax = 10_000;
const versionLengthMax = 32;
/** `hub doctor` shows a week. */
const keptMs = 7 * dayMs;
/** Devices that are seen within this time share a statement. */
const batchMs = 1_000;
const loopback = /^(?:::1|(?:::ffff:)?127\..*)$/;

export function createPluginVersionRecorder(
  deps: Pick<IngestDeps, 'clock' | 'database' | 'hubSecret' | 'trustProxyHops'>,
): RecordPluginVersion {
  const { clock, database, hubSecret, trustProxyHops } = deps;
  /**
   * The recorded version of each device. A device with another version is recorded at once, others
   * once an hour.
   */
  const recorded = boundedCache<string>(devicesMax, { ttl: hourMs });
  const waiting = new Map<string, SeenRow>();

  function write(): void {
    const rows = [...waiting.values()];
    waiting.clear();
    // A failed write is repeated when the device is recorded again in an hour.
    void writeRows(database, rows, clock() - keptMs).catch(() => {});
  }

  return ({ deviceId, plugin, head, request }) => {
    const reported = plugin.version?.of(head) ?? null;
    const version = reported === null ? null : storableText(reported, versionLengthMax);
    if (recorded.get(deviceId) === `${version}`) return;
    recorded.set(deviceId, `${version}`);
    if (waiting.size === 0) setTimeout(write, batchMs).unref();
    const forwarded = request.headers['x-forwarded-for'];
    waiting.set(deviceId, {
      device: countKey(hubSecret, 'plugin seen', deviceId),
      plugin: plugin.source,
      version,
      client: countKey(hubSecret, 'client', clientAddress(request, trustProxyHops)),
      from_here: loopback.test(request.socket.remoteAddress ?? ''),
      forwarded: forwarded === undefined ? 0 : String(forwarded).split(',').length,
      at: clock(),
    });
  };
}

async function writeRows(
  database: IngestDeps['database'],
  rows: readonly SeenRow[],
  keptFrom: number,
): Promise<void> {
  await database.run({
    text: `with past as (delete from hub.plugin_seen where at < $2)
           insert into hub.plugin_seen (device, plugin, version, client, from_here, forwarded, at)
           select device, plugin, version, client, from_here, forwarded, at
           from json_to_recordset($1) as row(device text, plugin text, version text, client text,
             from_here boolean, forwarded integer, at bigint)
           -- Always in the same order, so that two processes do not wait for each other.
           order by device
           on conflict (device) do update
           set plugin = excluded.plugin,
               version = excluded.version,
               client = excluded.client,
               from_here = excluded.from_here,
               forwarded = excluded.forwarded,
               at = excluded.at`,
    values: [JSON.stringify(rows), keptFrom],
  });
}
