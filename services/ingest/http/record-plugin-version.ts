import { boundedCache } from '../../../shared/collections/bounded-cache.ts';
import { countKey } from '../../../shared/count-key.ts';
import { dayMs, hourMs } from '../../../shared/domain/durations.ts';
import { storableText } from '../../../shared/domain/text.ts';
import { type AddressedRequest, clientAddress } from '../../../shared/http/client-address.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Plugin, RequestHead } from '../plugin.ts';

/** Notes which version a device runs and where it seems to come from, for `hub doctor`. Costs the request nothing. */
export type NotePlugin = (noted: {
  readonly deviceId: string;
  readonly plugin: Plugin;
  readonly head: RequestHead;
  readonly request: AddressedRequest;
}) => void;

interface Note {
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
/** As far back as `hub doctor` looks. */
const keptMs = 7 * dayMs;
/** Devices that are seen within this time share a statement. */
const togetherMs = 1_000;
const loopback = /^(?:::1|(?:::ffff:)?127\..*)$/;

export function createPluginNotes(
  deps: Pick<IngestDeps, 'clock' | 'database' | 'hubSecret' | 'trustProxyHops'>,
): NotePlugin {
  const { clock, database, hubSecret, trustProxyHops } = deps;
  /** The version that each device was noted with: one that was updated is noted again at once, and not after an hour. */
  const noted = boundedCache<string>(devicesMax, { ttl: hourMs });
  const waiting = new Map<string, Note>();

  function write(): void {
    const notes = [...waiting.values()];
    waiting.clear();
    // What cannot be written now is noted again in an hour.
    void writeNotes(database, notes, clock() - keptMs).catch(() => {});
  }

  return ({ deviceId, plugin, head, request }) => {
    const reported = plugin.version?.of(head) ?? null;
    const version = reported === null ? null : storableText(reported, versionLengthMax);
    if (noted.get(deviceId) === `${version}`) return;
    noted.set(deviceId, `${version}`);
    if (waiting.size === 0) setTimeout(write, togetherMs).unref();
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

async function writeNotes(
  database: IngestDeps['database'],
  notes: readonly Note[],
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
    values: [JSON.stringify(notes), keptFrom],
  });
}
