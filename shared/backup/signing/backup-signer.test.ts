import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { compressText, decompressText } from '../folder/record-lines.ts';
import { createBackupSigner, signFrame, splitSignedFrame } from './backup-signer.ts';

const secret = randomBytes(32);
const signer = createBackupSigner(secret);

test('a signature is only valid for its bytes, its kind of file and its secret', () => {
  const signature = signer.sign('manifest', 'content');
  expect(createBackupSigner(secret).isValid('manifest', 'content', signature)).toBe(true);
  expect(signer.isValid('manifest', 'contenT', signature)).toBe(false);
  expect(signer.isValid('keys', 'content', signature)).toBe(false);
  expect(signer.isValid('drills', 'content', signature)).toBe(false);
  expect(signer.isValid('manifest', 'content', signature.subarray(1))).toBe(false);
  expect(createBackupSigner(randomBytes(32)).isValid('manifest', 'content', signature)).toBe(false);
});

test('a release without signatures reads a signed file of Zstandard', async () => {
  const compressed = await compressText('the keys');
  const signed = signFrame(compressed, signer);
  expect(await decompressText(signed, 100)).toBe('the keys');
  expect(splitSignedFrame(signed)).toEqual({
    content: compressed,
    signature: signer.sign('keys', compressed),
  });
  expect(splitSignedFrame(compressed)).toEqual({ content: compressed, signature: null });
});
