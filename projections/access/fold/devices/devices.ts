import { deviceTokensMax, pairingCodeLifeMs, pairingCodesMax } from '../../../../shared/domain/member.ts';
import type { RecordedEventOf } from '../../../../shared/events/event.ts';
import type {
  devicePaired,
  deviceRenamed,
  deviceRevoked,
  deviceTokenMade,
  pairingCodeMade,
} from '../../../../shared/events/membership/devices.ts';
import type { deviceSeen } from '../../../../shared/events/types/device-seen.ts';
import { anyValue } from '../../tables/declare-table.ts';
import type { PairingCodeRow } from '../../tables/devices.ts';
import { activeMember } from '../members/members.ts';
import { fieldOf, type Need, need } from '../needs.ts';
import type { CommandRule, FactRule, RuleRows } from '../rule.ts';

export const pairingCodeMadeRule: CommandRule<typeof pairingCodeMade> = {
  needs: ({ data }) => [
    need('members', 'key', data.member_id),
    need('pairingCodes', 'key', data.code_hash),
    need('pairingCodes', 'unusedOfMember', data.member_id),
  ],
  decide: (rows, { data: { member_id, code_hash }, recordTime }) => {
    const member = activeMember(rows, member_id);
    if (typeof member === 'string') return member;
    const same = rows.get('pairingCodes', code_hash);
    if (same !== undefined && isOpen(same, recordTime)) return 'code_taken';
    if (countOpenCodes(rows, member_id, recordTime) >= pairingCodesMax) return 'too_many_codes';
    rows.put('pairingCodes', {
      codeHash: code_hash,
      memberId: member_id,
      expiresAt: recordTime + pairingCodeLifeMs,
      deviceId: null,
    });
    return null;
  },
};

export const devicePairedRule: CommandRule<typeof devicePaired> = {
  needs: ({ data }) => [
    need('pairingCodes', 'key', data.code_hash),
    need('members', 'key', fieldOf('pairingCodes', data.code_hash, 'memberId')),
  ],
  decide: (rows, { data, recordTime }) => {
    const code = rows.get('pairingCodes', data.code_hash);
    if (code === undefined) return 'code_unknown';
    if (code.deviceId !== null) return 'code_used';
    if (!isOpen(code, recordTime)) return 'code_expired';
    const member = activeMember(rows, code.memberId);
    if (typeof member === 'string') return member;
    rows.put('pairingCodes', { ...code, deviceId: data.device_id });
    putDevice(rows, member.id, data, recordTime);
    return null;
  },
};

export const deviceTokenMadeRule: CommandRule<typeof deviceTokenMade> = {
  needs: ({ data }) => [need('members', 'key', data.member_id), need('devices', 'member', data.member_id)],
  decide: (rows, { data, recordTime }) => {
    const member = activeMember(rows, data.member_id);
    if (typeof member === 'string') return member;
    const active = rows
      .find('devices', 'member', member.id)
      .filter(({ plugin, revoked }) => plugin === data.plugin && !revoked);
    if (active.length >= deviceTokensMax) return 'too_many_tokens';
    putDevice(rows, member.id, data, recordTime);
    return null;
  },
};

export const deviceRenamedRule: CommandRule<typeof deviceRenamed> = {
  needs: ({ data }) => [need('devices', 'key', data.device_id)],
  decide: (rows, { data }) => {
    const device = rows.get('devices', data.device_id);
    if (device === undefined) return 'unknown_device';
    rows.put('devices', { ...device, name: data.name });
    return null;
  },
};

export const deviceRevokedRule: CommandRule<typeof deviceRevoked> = {
  needs: ({ data }) => [need('devices', 'key', data.device_id)],
  decide: (rows, { data }) => {
    const device = rows.get('devices', data.device_id);
    if (device === undefined) return 'unknown_device';
    rows.put('devices', { ...device, revoked: true });
    return null;
  },
};

export const deviceSeenRule: FactRule<typeof deviceSeen> = {
  needs: ({ data }) => [need('devices', 'key', data.device_id)],
  take: (rows, { data }) => {
    const device = rows.get('devices', data.device_id);
    if (device === undefined) return;
    const lastSeenAt = Math.max(device.lastSeenAt ?? 0, data.at);
    if (lastSeenAt !== device.lastSeenAt) rows.put('devices', { ...device, lastSeenAt });
  },
};

export function needsOfDropCodes(): readonly Need[] {
  return [need('pairingCodes', 'every', anyValue)];
}

/**
 * Drops the codes of an erased member, and the used or expired codes of all members. A rebuild
 * still has an expired code that a code of the erased member replaced.
 */
export function dropCodesOf(rows: RuleRows, memberId: string, now: number): void {
  rows.drop('pairingCodes', 'every', anyValue, (code) => code.memberId === memberId || !isOpen(code, now));
}

type NewDeviceData = RecordedEventOf<typeof devicePaired | typeof deviceTokenMade>['data'];

function putDevice(rows: RuleRows, memberId: string, data: NewDeviceData, pairedAt: number): void {
  rows.put('devices', {
    id: data.device_id,
    memberId,
    tokenHash: data.token_hash,
    plugin: data.plugin,
    name: data.name,
    pairedAt,
    lastSeenAt: null,
    revoked: false,
  });
}

function isOpen(code: PairingCodeRow, now: number): boolean {
  return code.deviceId === null && now < code.expiresAt;
}

function countOpenCodes(rows: RuleRows, memberId: string, now: number): number {
  return rows.find('pairingCodes', 'unusedOfMember', memberId).filter((code) => isOpen(code, now)).length;
}
