import { mkdir, readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeFileDurably } from '../durable-file.ts';
import { messageOf, OperatorError } from '../errors.ts';

/** The file in DATA_DIR that holds, from before there is a database until it is restored, the name of the backup. */
const markerFile = 'restoring';

/** Keeps every hub and command but the restore off a data directory. @throws OperatorError when it cannot be written */
export async function markRestore(dataDir: string, backup: string): Promise<void> {
  const path = resolve(dataDir, markerFile);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFileDurably(path, `${backup}\n`);
  } catch (error) {
    throw new OperatorError(
      'data_dir_unwritable',
      `${path} cannot be written (${messageOf(error)}): make room there, or let the account that runs the hub write there, and run the same command again`,
      { cause: error },
    );
  }
}

export async function unmarkRestore(dataDir: string): Promise<void> {
  await rm(resolve(dataDir, markerFile), { force: true });
}

/** The name of the backup that is being restored there; null without one, and where this account may not look. */
export async function readRestoreMark(dataDir: string): Promise<string | null> {
  return readFile(resolve(dataDir, markerFile), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}

/** @throws OperatorError while a restore is interrupted there */
export async function requireNoRestore(dataDir: string): Promise<void> {
  const backup = await readRestoreMark(dataDir);
  if (backup === null) return;
  throw new OperatorError(
    'restore_interrupted',
    `the restore of a backup into DATA_DIR ${resolve(dataDir)} was interrupted: run the same hub backup restore again (${backup}), or set DATA_DIR to a new folder`,
  );
}
