import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupKeysFile } from '../folder/backup-keys.ts';
import { writeCheckedJson } from '../folder/checked-json.ts';
import { compressText, decompressText } from '../folder/record-lines.ts';
import { splitSignedFrame } from '../signing/backup-signer.ts';

export type Json = Readonly<Record<string, unknown>>;

const textBytesMax = 10_000_000;

export async function readJson(path: string): Promise<Json> {
  return JSON.parse(await readFile(path, 'utf8'));
}

/** Forges with a matching SHA-256, as an attacker without the secret can. */
export async function forgeManifest(path: string, change: (body: Json) => Json): Promise<void> {
  const { sha256: _, ...body } = await readJson(path);
  await writeFile(path, writeCheckedJson(change(body) as Json & { format: number }));
}

/** @param keepsSignature whether the old signature follows the forged text */
export async function forgeKeys(
  folder: string,
  change: (body: Json) => Json,
  keepsSignature: boolean,
): Promise<void> {
  const file = join(folder, backupKeysFile);
  const bytes = await readFile(file);
  const { content } = splitSignedFrame(bytes);
  const { sha256: _, ...body } = JSON.parse(await decompressText(content, textBytesMax));
  const forged = await compressText(writeCheckedJson(change(body) as Json & { format: number }));
  await writeFile(file, keepsSignature ? Buffer.concat([forged, bytes.subarray(content.length)]) : forged);
}

/** Changes a manifest to the format of a version without signatures. */
export function asUnreleasedManifest(path: string): Promise<void> {
  return forgeManifest(path, ({ hmac: _, keys_number: __, ...body }) => ({ ...body, format: 3 }));
}
