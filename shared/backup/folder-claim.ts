import { z } from 'zod';
import { OperatorError } from '../errors.ts';
import { readCheckedJson, writeCheckedJson } from './checked-json.ts';

/** The file that says whose a folder of backups is. It is there before anything else is written or cleared away. */
export const claimFile = 'hub.json';
export const claimBytesMax = 64 * 1024;

const format = 1;

const Claim = z.strictObject({
  format: z.literal(format),
  /** As in the manifests. */
  hub: z.guid(),
});

export function writeClaim(hub: string): string {
  return writeCheckedJson({ format, hub });
}

/**
 * The id of the hub that has the folder.
 * @throws OperatorError when it cannot be told
 */
export function readClaim(folder: string, text: string): string {
  try {
    return readCheckedJson(claimFile, text, Claim, format).hub;
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code !== 'backup_damaged') throw error;
    throw new OperatorError(
      'claim_damaged',
      `${claimFile} in ${folder} is damaged, which says whose folder it is: delete it if no other hub backs up there`,
    );
  }
}
