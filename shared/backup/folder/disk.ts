import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createFileDurably, writeFileDurably } from '../../files/durable-file.ts';

/** What a folder of backups needs of a file system. Files appear whole or not at all, and stay through a power cut. */
export interface Disk {
  write(path: string, content: string | Buffer): Promise<void>;
  /** Makes a file that is not there. @returns false when it is, also when another process makes it in the same moment */
  create(path: string, content: string): Promise<boolean>;
  read(path: string): Promise<Buffer>;
  /** Names of the files; none where there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** Null for a file that is not there. */
  size(path: string): Promise<number | null>;
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
}

export const nodeDisk: Disk = {
  write: writeFileDurably,
  create: createFileDurably,
  read: (path) => readFile(path),
  list: (folder) => readdir(folder).catch(ifGone([])),
  size: (path) => stat(path).then(({ size }) => size, ifGone(null)),
  remove: (path) => rm(path, { force: true }),
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
};

function ifGone<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
