import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { entry } from '../../../test/support/log/log-entries.ts';
import { createBackupSigner, signFrame } from '../signing/backup-signer.ts';
import { nothingWithdrawn, openBackupTest } from '../testing/open-backup-test.ts';
import {
  type BackupKeys,
  mergeWithdrawn,
  packBackupKeys,
  readDataKeyRecords,
  unpackBackupKeys,
} from './backup-keys.ts';
import { writeCheckedJson } from './checked-json.ts';
import { compressText } from './record-lines.ts';

const [hub, key, member] = [randomUUID(), randomUUID(), randomUUID()];
const small = {
  ...{ ...nothingWithdrawn, revoked_keys: [key], left_members: [member] },
  ...{ hub, number: 3, next_sequence: 7, records: [], earlier: [] },
};

const signer = createBackupSigner(randomBytes(32));

const document = { format: 1, secret_fingerprint: signer.fingerprint, ...small };

async function unpacked(body: object) {
  const packed = await compressText(writeCheckedJson({ format: 1, ...body }));
  return unpackBackupKeys(signFrame(packed, signer), signer);
}

test('a copy of keys is read unchanged', async () => {
  const keys: BackupKeys = {
    ...small,
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

test('a copy that lacks a field is refused, because no release wrote it', async () => {
  const fields = Object.keys(document).filter((name) => name !== 'format');
  expect(fields).toHaveLength(16);
  for (const name of fields) {
    const { [name]: _, ...rest } = document as Readonly<Record<string, unknown>>;
    await expect(unpacked(rest), name).rejects.toMatchObject({ code: 'unreleased_version' });
    const unsigned = await compressText(writeCheckedJson({ format: 1, ...rest }));
    await expect(unpackBackupKeys(unsigned, signer), name).rejects.toMatchObject({ code: 'backup_damaged' });
  }
});

test('a copy of a later release in the same format is read without its unknown fields', async () => {
  const later = {
    ...document,
    accounts: [{ account: 'a1', owner: null, blocked: [], later: 1 }],
    later: [1],
  };
  expect(await unpacked(later)).toEqual({
    document: { ...small, accounts: [{ account: 'a1', owner: null, blocked: [] }] },
    state: 'authentic',
  });
});

const hashOf = (number: number) => Buffer.alloc(32, number).toString('base64');

test('fingerprints of chat ids and narrowed rights are current, so that no file keeps a withdrawn fingerprint', () => {
  const before = {
    ...nothingWithdrawn,
    admins: [member],
    api_keys: [{ key, categories: ['stats' as const], accounts: null, expires_at: null }],
    accounts: [{ account: 'a1', owner: member, blocked: [key] }],
    sharing: [{ account: 'a1', category: 'stats' as const, audience: 'private' as const, with: [] }],
    chat_ids: [
      { member, hash: hashOf(1) },
      { member: key, hash: hashOf(2) },
    ],
  };
  const now = { ...nothingWithdrawn, admins: [], chat_ids: [{ member, hash: null }] };
  expect(mergeWithdrawn(before, now)).toEqual(now);
});

test('everything withdrawn permanently stays withdrawn, sorted and without duplicates', () => {
  const lists = ['erased', 'revoked_keys', 'revoked_devices', 'left_members'] as const;
  for (const name of lists) {
    const before = { ...nothingWithdrawn, [name]: ['c', 'a'] };
    const now = { ...nothingWithdrawn, [name]: ['b', 'c'] };
    expect(mergeWithdrawn(before, now)).toEqual({ ...nothingWithdrawn, [name]: ['a', 'b', 'c'] });
    expect(mergeWithdrawn(null, now)).toEqual(now);
  }
});

test('destroyed data keys and data keys of erased subjects are not read from hub.keys', async () => {
  const { journal } = await openBackupTest();
  const dataKey = (subject: string) => entry('hub.keys', `${subject}/x`);
  await journal.log.append([dataKey('kept'), dataKey('destroyed'), dataKey('erased'), dataKey('kept')]);
  await journal.log.append([{ ...dataKey('destroyed'), value: null }]);
  const read = async (...erased: string[]) => {
    const records = await readDataKeyRecords(journal.log, new Set(erased));
    return records.map(({ key }) => key).filter((name) => name.endsWith('/x'));
  };
  expect(await read()).toEqual(['erased/x', 'kept/x']);
  expect(await read('erased')).toEqual(['kept/x']);
});
