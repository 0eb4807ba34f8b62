import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBackupSigner } from '../signing/backup-signer.ts';
import { nothingWithdrawn } from '../testing/open-backup-test.ts';
import { type BackupKeys, packBackupKeys, unpackBackupKeys } from './backup-keys.ts';
import { writeCheckedJson } from './checked-json.ts';
import { compressText } from './record-lines.ts';

const [hub, key, member] = [randomUUID(), randomUUID(), randomUUID()];
const early = {
  ...{ hub, erased: [], revoked_keys: [key], revoked_devices: [], left_members: [member], sharing: [] },
  ...{ next_sequence: 7, records: [] },
};

const signer = createBackupSigner(randomBytes(32));

const unpacked = async (body: object) =>
  (await unpackBackupKeys(await compressText(writeCheckedJson({ format: 1, ...body })), signer)).document;

test('a copy of keys is read as it was written', async () => {
  const keys: BackupKeys = {
    ...nothingWithdrawn,
    ...{ ...early, number: 3, earlier: [] },
    admins: [member],
    sharing: [{ account: 'a1', category: 'stats', audience: 'selected', with: [member] }],
    api_keys: [
      { key, categories: ['stats', 'events'], accounts: ['a1'], expires_at: 1_800_000_000_000 },
      { key: member, categories: ['stats'], accounts: null, expires_at: null },
    ],
    accounts: [
      { account: 'a1', owner: member, blocked: [key] },
      { account: 'a2', owner: null, blocked: [] },
    ],
    chat_ids: [
      { member, hash: Buffer.alloc(32, 1).toString('base64') },
      { member: key, hash: null },
    ],
  };
  expect(await unpackBackupKeys(await packBackupKeys(keys, signer), signer)).toEqual({
    document: keys,
    state: 'authentic',
  });
});

test('a copy from before there were admins, reach, owners, blocks, chat ids and earlier keys says nothing of them', async () => {
  expect(await unpacked(early)).toEqual({ ...nothingWithdrawn, ...early, number: 0, earlier: [] });
});

test('a copy of a later release of the same format is read without what is not known', async () => {
  const later = { ...early, accounts: [{ account: 'a1', owner: null, blocked: [], later: 1 }], later: [1] };
  expect(await unpacked(later)).toEqual({
    ...{ ...nothingWithdrawn, ...early, number: 0, earlier: [] },
    accounts: [{ account: 'a1', owner: null, blocked: [] }],
  });
});
