import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createFileDurably, writeFileDurably } from '../../files/durable-file.ts';

/** The file system for a backup folder. A file appears whole or not at all, and stays after a power cut. */
export interface Disk {
  write(path: string, content: string | Buffer): Promise<void>;
  /** Creates a file. @returns false when the file exists, also when another process creates it at the same time */
  create(path: string, content: string): Promise<boolean>;
  read(path: string): Promise<Buffer>;
  /** The names of the files; empty for a missing folder. */
  list(folder: string): Promise<string[]>;
  /** Null for a missing file. */
  size(path: string): Promise<number | null>;
  remove(path: string): Promise<void>;
  createFolder(path: string): Promise<void>;
}

export const nodeDisk: Disk = {
  write: writeFileDurably,
  create: createFileDurably,
  read: (path) => readFile(path),
  list: (folder) => readdir(folder).catch(ifGone([])),
  size: (path) => stat(path).then(({ size }) => size, ifGone(null)),
  remove: (path) => rm(path, { force: true }),
  createFolder: async (path) => {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
};

function ifGone<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
