import { join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../../errors/errors.ts';
import { readCheckedJson, writeCheckedJson } from './checked-json.ts';
import type { Disk } from './disk.ts';

/** A backup writes this file before it changes any other file. */
export const claimFile = 'hub.json';
const bytesMax = 64 * 1024;

const format = 1;

const Claim = z.strictObject({ format: z.literal(format), hub: z.guid() });

/**
 * @returns the id of the hub that has the folder
 * @throws OperatorError for a damaged claim, and for anything except a file in its place
 */
export async function claimFolder(disk: Disk, root: string, hub: string): Promise<string> {
  const path = join(root, claimFile);
  const size = await disk.size(path);
  if (size === null) {
    await disk.createFolder(root);
    if (await disk.create(path, writeCheckedJson({ format, hub }))) return hub;
  }
  return readClaim(root, (await disk.read(path, { bytesMax })).toString('utf8'));
}

function readClaim(root: string, text: string): string {
  try {
    return readCheckedJson(claimFile, text, Claim, { format }).hub;
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code !== 'backup_damaged') throw error;
    throw new OperatorError(
      'claim_damaged',
      `${claimFile} in ${root} is damaged, so the hub of this folder is unknown: if no other hub backs up there, delete only ${claimFile}`,
    );
  }
}
