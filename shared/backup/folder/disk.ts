import { constants } from 'node:fs';
import { access, readdir, rm, statfs } from 'node:fs/promises';
import { OperatorError } from '../../errors/errors.ts';
import { createFolder } from '../../files/create-folder.ts';
import { createFileDurably, writeFileDurably } from '../../files/durable-file.ts';
import { type ReadFileOptions, readRegularFile, regularFileSize } from '../../files/read-regular-file.ts';

export interface FolderPaths {
  /** `BACKUP_DIR`, absolute. */
  readonly root: string;
  readonly segments: string;
}

/** A file appears whole or not at all, and stays after a power cut. */
export interface Disk {
  write(path: string, content: string | Buffer): Promise<void>;
  /** @returns false when the file exists */
  create(path: string, content: string): Promise<boolean>;
  /** @throws OperatorError `not_a_file` for a pipe, device or folder, `file_too_large` */
  read(path: string, options: ReadFileOptions): Promise<Buffer>;
  /** Empty for a missing folder. */
  list(folder: string): Promise<string[]>;
  /** Null for a missing file. @throws OperatorError `not_a_file` for a pipe, device or folder */
  size(path: string): Promise<number | null>;
  /** The code of the error that a write would fail with, or null. Writes nothing. */
  writeError(folder: string): Promise<string | null>;
  /** The bytes that an ordinary user may still write; null for a missing folder. */
  freeBytes(folder: string): Promise<number | null>;
  remove(path: string): Promise<void>;
  createFolder(path: string): Promise<void>;
}

export const nodeDisk: Disk = {
  write: writeFileDurably,
  create: createFileDurably,
  read: readRegularFile,
  list: (folder) => readdir(folder).catch(ifGone([])),
  size: regularFileSize,
  writeError: (folder) =>
    access(folder, constants.W_OK | constants.X_OK).then(
      () => null,
      ({ code }: NodeJS.ErrnoException) => code ?? 'unknown',
    ),
  freeBytes: (folder) => statfs(folder).then(({ bavail, bsize }) => bavail * bsize, ifGone(null)),
  remove: (path) => rm(path, { force: true }),
  createFolder: (path) => createFolder(path, 0o700),
};

function ifGone<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}

/** The size in bytes; `no file` for a pipe, device or folder, and null for nothing. */
export function sizeOrNoFile(disk: Disk, path: string): Promise<number | null | 'no file'> {
  return disk.size(path).catch((error: unknown) => {
    if (error instanceof OperatorError && error.code === 'not_a_file') return 'no file';
    throw error;
  });
}
