import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { Device } from '../../../projections/access/model/entities.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';
import { nameOfMember } from '../member-names.ts';
import { pluginTitle } from './pairing-plugins.ts';

export type DeviceDocument = ReturnType<typeof deviceDocument>;

export function deviceDocument(directory: Directory, device: Device) {
  return {
    id: device.id,
    member: nameOfMember(directory, device.memberId),
    plugin: device.plugin,
    plugin_title: pluginTitle(device.plugin),
    name: device.name,
    paired_at: isoTime(device.pairedAt),
    last_seen_at: isoTimeOrNull(device.lastSeenAt),
    status: statusOf(directory, device),
  };
}

function statusOf({ members }: Directory, device: Device): 'active' | 'revoked' | 'member_left' {
  if (device.revoked) return 'revoked';
  return members.get(device.memberId)?.active === true ? 'active' : 'member_left';
}
