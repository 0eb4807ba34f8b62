import { pairingCodeLifeMs, pairingCodesMax } from '../../../shared/domain/member.ts';
import type { devicePaired } from '../../../shared/events/device-paired.ts';
import type { deviceRevoked } from '../../../shared/events/device-revoked.ts';
import type { deviceSeen } from '../../../shared/events/device-seen.ts';
import type { RecordedEventOf } from '../../../shared/events/event.ts';
import type { pairingCodeMade } from '../../../shared/events/pairing-code-made.ts';
import { activeMember } from './members.ts';
import type { Refusal } from './refusal.ts';
import { type AccessTables, type PairingCodeRow, put } from './tables.ts';

export function openPairingCode(
  tables: AccessTables,
  event: RecordedEventOf<typeof pairingCodeMade>,
): AccessTables | Refusal {
  const { member_id, code_hash } = event.data;
  const member = activeMember(tables, member_id);
  if (typeof member === 'string') return member;
  const same = tables.pairingCodes.get(code_hash);
  if (same !== undefined && isOpen(same, event.recordTime)) return 'code_taken';
  if (openCodesOf(tables, member_id, event.recordTime) >= pairingCodesMax) return 'too_many_codes';
  return put(tables, event, 'pairingCodes', code_hash, {
    codeHash: code_hash,
    memberId: member_id,
    expiresAt: event.recordTime + pairingCodeLifeMs,
    deviceId: null,
  });
}

/** The first record that uses a code wins it; a later one is refused. */
export function pairDevice(
  tables: AccessTables,
  event: RecordedEventOf<typeof devicePaired>,
): AccessTables | Refusal {
  const { device_id, code_hash, token_hash, plugin, name } = event.data;
  const code = tables.pairingCodes.get(code_hash);
  if (code === undefined) return 'code_unknown';
  if (code.deviceId !== null) return 'code_used';
  if (!isOpen(code, event.recordTime)) return 'code_expired';
  const member = activeMember(tables, code.memberId);
  if (typeof member === 'string') return member;
  const used = put(tables, event, 'pairingCodes', code_hash, { ...code, deviceId: device_id });
  return put(used, event, 'devices', device_id, {
    id: device_id,
    memberId: member.id,
    tokenHash: token_hash,
    plugin,
    name,
    pairedAt: event.recordTime,
    lastSeenAt: null,
    revoked: false,
  });
}

export function revokeDevice(
  tables: AccessTables,
  event: RecordedEventOf<typeof deviceRevoked>,
): AccessTables | Refusal {
  const device = tables.devices.get(event.data.device_id);
  if (device === undefined) return 'unknown_device';
  return put(tables, event, 'devices', device.id, { ...device, revoked: true });
}

export function seeDevice(tables: AccessTables, event: RecordedEventOf<typeof deviceSeen>): AccessTables {
  const device = tables.devices.get(event.data.device_id);
  if (device === undefined) return tables;
  const lastSeenAt = Math.max(device.lastSeenAt ?? 0, event.data.at);
  if (lastSeenAt === device.lastSeenAt) return tables;
  return put(tables, event, 'devices', device.id, { ...device, lastSeenAt });
}

function isOpen(code: PairingCodeRow, now: number): boolean {
  return code.deviceId === null && now < code.expiresAt;
}

function openCodesOf(tables: AccessTables, memberId: string, now: number): number {
  let count = 0;
  for (const code of tables.pairingCodes.values()) {
    if (code.memberId === memberId && isOpen(code, now)) count += 1;
  }
  return count;
}
