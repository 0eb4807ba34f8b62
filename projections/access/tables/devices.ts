import type { Device, PairingCode } from '../model/entities.ts';
import { anyOf, declareTable, type WithLastOffset } from './declare-table.ts';

export interface PairingCodeRow extends PairingCode, WithLastOffset {
  readonly codeHash: string;
}

/** The value under which the lookup `every` finds all pairing codes. */
export const everyCode = 'yes';

export const pairingCodes = declareTable<PairingCodeRow>()({
  name: 'pairing_code',
  columns: {
    codeHash: ['code_hash', 'text'],
    memberId: ['member_id', 'text'],
    expiresAt: ['expires_at', 'bigint'],
    deviceId: ['device_id', 'text'],
  },
  key: ['codeHash'],
  keyOf: ({ codeHash }) => codeHash,
  keyCondition: anyOf('code_hash'),
  lookups: {
    every: { valuesOf: () => [everyCode], condition: (values) => `'${everyCode}' = any(${values})` },
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
  keyOf: ({ id }) => id,
  keyCondition: anyOf('device_id'),
  lookups: { member: { valuesOf: ({ memberId }) => [memberId], condition: anyOf('member_id') } },
});
