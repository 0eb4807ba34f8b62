import type { DeviceRow, PairingCodeRow } from '../fold/tables.ts';
import type { StoredTable } from './stored-table.ts';

interface StoredPairingCode {
  readonly code_hash: string;
  readonly member_id: string;
  readonly expires_at: number;
  readonly device_id: string | null;
}

export const pairingCodeTable: StoredTable<PairingCodeRow, StoredPairingCode> = {
  name: 'pairing_code',
  columns: { code_hash: 'text', member_id: 'text', expires_at: 'bigint', device_id: 'text' },
  key: ['code_hash'],
  toRow: (stored, lastOffset) => [
    stored.code_hash,
    {
      codeHash: stored.code_hash,
      memberId: stored.member_id,
      expiresAt: stored.expires_at,
      deviceId: stored.device_id,
      lastOffset,
    },
  ],
  toStored: (row) => ({
    code_hash: row.codeHash,
    member_id: row.memberId,
    expires_at: row.expiresAt,
    device_id: row.deviceId,
  }),
};

interface StoredDevice {
  readonly device_id: string;
  readonly member_id: string;
  readonly token_hash: string;
  readonly plugin: string;
  readonly name: string;
  readonly paired_at: number;
  readonly last_seen_at: number | null;
  readonly revoked: boolean;
}

export const deviceTable: StoredTable<DeviceRow, StoredDevice> = {
  name: 'device',
  columns: {
    device_id: 'text',
    member_id: 'text',
    token_hash: 'text',
    plugin: 'text',
    name: 'text',
    paired_at: 'bigint',
    last_seen_at: 'bigint',
    revoked: 'boolean',
  },
  key: ['device_id'],
  toRow: (stored, lastOffset) => [
    stored.device_id,
    {
      id: stored.device_id,
      memberId: stored.member_id,
      tokenHash: stored.token_hash,
      plugin: stored.plugin,
      name: stored.name,
      pairedAt: stored.paired_at,
      lastSeenAt: stored.last_seen_at,
      revoked: stored.revoked,
      lastOffset,
    },
  ],
  toStored: (row) => ({
    device_id: row.id,
    member_id: row.memberId,
    token_hash: row.tokenHash,
    plugin: row.plugin,
    name: row.name,
    paired_at: row.pairedAt,
    last_seen_at: row.lastSeenAt,
    revoked: row.revoked,
  }),
};
