import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { Device } from '../../../projections/access/model/entities.ts';
import { deviceContactKey } from '../../../shared/count-key.ts';
import { hasTable } from '../../../shared/postgres/schema/has-table.ts';
import type { OperationHub } from '../operation-hub.ts';
import {
  type ContactDocument,
  type DescribedPlugin,
  describeContact,
  type StoredContact,
} from './describe-contact.ts';
import { type DeviceDocument, deviceDocument } from './device-document.ts';
import { findPlugin, firstReportOf, type KnownPlugin } from './pairing-plugins.ts';

// Ingest processes create these tables at their start. The tables may not exist yet.
const tables = ['hub.plugin_seen', 'hub.device_message', 'hub.device_account'];

type ContactHub = Pick<OperationHub, 'database' | 'hubSecret'>;

export type ListedDevice = DeviceDocument & ContactDocument;

/** In the given order. */
export async function describeDevices(
  hub: ContactHub,
  directory: Directory,
  devices: readonly Device[],
): Promise<ListedDevice[]> {
  const contacts = await readContacts(hub, devices);
  return devices.map((device) => ({
    ...deviceDocument(directory, device),
    ...describeContact(device, contacts.get(device.id), describedPlugin(device.plugin)),
  }));
}

/** @param whose `= any` for these devices, `<> all` for all other devices */
export async function deleteContacts(
  { database, hubSecret }: ContactHub,
  whose: '= any' | '<> all',
  deviceIds: readonly string[],
): Promise<void> {
  const keys = deviceIds.map((id) => deviceContactKey(hubSecret, id));
  for (const table of tables) {
    if (!(await hasTable(database, table))) continue;
    await database.run({ text: `delete from ${table} where device ${whose}($1)`, values: [keys] });
  }
}

async function readContacts(
  { database, hubSecret }: ContactHub,
  devices: readonly Device[],
): Promise<ReadonlyMap<string, StoredContact>> {
  const idOf = new Map(devices.map(({ id }) => [deviceContactKey(hubSecret, id), id]));
  if (idOf.size === 0) return new Map();
  for (const table of tables) if (!(await hasTable(database, table))) return new Map();
  const rows = await database.many<StoredContact & { readonly device: string }>({
    text: `select device, version, at, used_at, unused, refused_at, refusal,
                  coalesce((
                    select json_agg(json_build_object('kind', kind, 'messages', messages, 'at', sent.at))
                    from hub.device_message as sent
                    where sent.device = plugin_seen.device
                  ), '[]'::json) as messages,
                  (
                    select count(*) from hub.device_account as named where named.device = plugin_seen.device
                  ) as accounts
           from hub.plugin_seen
           where device = any($1)`,
    values: [[...idOf.keys()]],
  });
  return new Map(rows.map(({ device, ...contact }) => [idOf.get(device) ?? '', contact]));
}

function describedPlugin(source: string): DescribedPlugin {
  const plugin: Partial<KnownPlugin> = findPlugin(source) ?? {};
  const { title = source, messageKinds = [], afterRevoking = null, pasted } = plugin;
  const isPasted = pasted !== undefined;
  return { title, messageKinds, afterRevoking, firstReport: firstReportOf(plugin), isPasted };
}
