import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../../errors/errors.ts';
import { writeFileDurably } from '../../files/durable-file.ts';
import { folderError } from '../../files/folder-error.ts';

/** The content of `DATA_DIR/postgres.json`. */
export interface ClusterRecord {
  /** Relative to the data directory, which may be moved; absolute for a cluster elsewhere. */
  readonly directory: string;
  /** Null until the first start. */
  readonly port: number | null;
  readonly password: string;
}

const recordFile = 'postgres.json';
const recordSchema = z.object({
  directory: z.string().min(1),
  port: z.int().min(1).max(65_535).nullable(),
  password: z.string().min(1),
});

/** Null without a cluster. */
export async function readClusterRecord(dataDir: string): Promise<ClusterRecord | null> {
  const file = join(dataDir, recordFile);
  try {
    return recordSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code !== undefined) {
      throw await folderError(
        'bad_cluster_record',
        { setting: 'DATA_DIR', path: file, folder: dataDir },
        error,
      );
    }
    throw new OperatorError('bad_cluster_record', `${file} is damaged`, {
      cause: error,
      fix: `put ${file} back from a copy of DATA_DIR`,
    });
  }
}

/** Only the owner can read the file, because it holds the database password. */
export function writeClusterRecord(dataDir: string, record: ClusterRecord): Promise<void> {
  return writeFileDurably(join(dataDir, recordFile), `${JSON.stringify(record, null, 2)}\n`);
}

export function clusterDirectory(dataDir: string, record: ClusterRecord): string {
  return resolve(dataDir, record.directory);
}

/** Linux allows 107 bytes, macOS 103. */
const socketPathMax = 103;

/** The folder of the server's Unix socket; empty when the path of the socket would be too long. */
export function socketFolder(directory: string): string {
  return Buffer.byteLength(socketPath(directory, 65_535)) > socketPathMax ? '' : directory;
}

/**
 * A statement over the Unix socket takes less CPU than over TCP. A server of an earlier release has
 * no socket.
 */
export function clusterUrl({ directory, port, password }: RunningCluster): string {
  const url = `postgres://hub:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const hasSocket = existsSync(socketPath(directory, port));
  return hasSocket ? `${url}?host=${encodeURIComponent(directory)}` : url;
}

export interface RunningCluster {
  readonly directory: string;
  readonly port: number;
  readonly password: string;
}

function socketPath(directory: string, port: number): string {
  return join(directory, `.s.PGSQL.${port}`);
}
