import type { Device, PairingCode } from '../model/entities.ts';
import { anyOf, anyValue, declareTable, type WithLastOffset } from './declare-table.ts';

export interface PairingCodeRow extends PairingCode, WithLastOffset {
  readonly codeHash: string;
}

export const pairingCodes = declareTable<PairingCodeRow>()({
  name: 'pairing_code',
  columns: {
    codeHash: ['code_hash', 'text'],
    memberId: ['member_id', 'text'],
    expiresAt: ['expires_at', 'bigint'],
    deviceId: ['device_id', 'text'],
  },
  key: ['codeHash'],
  lookups: {
    every: { valuesOf: () => [anyValue], condition: (values) => `'${anyValue}' = any(${values})` },
    unusedOfMember: {
      isIndexed: true,
      valuesOf: ({ memberId, deviceId }) => (deviceId === null ? [memberId] : []),
      condition: (values, since) =>
        `member_id = any(${values}) and device_id is null and expires_at > ${since}`,
    },
  },
});

export interface DeviceRow extends Device, WithLastOffset {
  readonly tokenHash: string;
}

export const devices = declareTable<DeviceRow>()({
  name: 'device',
  columns: {
    id: ['device_id', 'text'],
    memberId: ['member_id', 'text'],
    tokenHash: ['token_hash', 'text'],
    plugin: ['plugin', 'text'],
    name: ['name', 'text'],
    pairedAt: ['paired_at', 'bigint'],
    lastSeenAt: ['last_seen_at', 'bigint'],
    revoked: ['revoked', 'boolean'],
  },
  key: ['id'],
  lookups: { member: { valuesOf: ({ memberId }) => [memberId], condition: anyOf('member_id') } },
});
