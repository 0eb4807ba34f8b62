import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { OperatorError } from '../errors/errors.ts';

/** Small enough that a slow disk shows progress. */
const chunkBytes = 1024 * 1024;

export interface ReadFileOptions {
  /** A longer file is refused. */
  readonly bytesMax: number;
  readonly onChunk?: () => void;
}

/**
 * Checks the kind before the file is opened, and again after. A pipe or a device could block a
 * thread for ever. The size of `stat` is not trusted: a file of `/proc` has the size 0.
 * @throws OperatorError `not_a_file`, `file_too_large`; errors of the file system
 */
export async function readRegularFile(
  path: string,
  { bytesMax, onChunk = () => {} }: ReadFileOptions,
): Promise<Buffer> {
  requireRegular(path, await stat(path));
  // A pipe may have replaced the file. Without O_NONBLOCK, opening a pipe waits for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const opened = await file.stat();
    requireRegular(path, opened);
    const chunks: Buffer[] = [];
    let length = 0;
    for (;;) {
      const left = bytesMax + 1 - length;
      // At least one byte, because only an empty read shows the end of the file.
      const expected = Math.max(1, opened.size - length + 1);
      const chunk = Buffer.allocUnsafeSlow(Math.min(left, chunkBytes, expected));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, null);
      onChunk();
      if (bytesRead === 0)
        return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length);
      length += bytesRead;
      chunks.push(chunk.subarray(0, bytesRead));
      if (length > bytesMax) throw tooLarge(path, bytesMax);
    }
  } finally {
    await file.close();
  }
}

/** Null for a missing file. @throws OperatorError `not_a_file` */
export async function regularFileSize(path: string): Promise<number | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found !== null) requireRegular(path, found);
  return found?.size ?? null;
}

interface FileKind {
  isFile(): boolean;
  isDirectory(): boolean;
  isFIFO(): boolean;
  isSocket(): boolean;
}

function requireRegular(path: string, kind: FileKind): void {
  if (kind.isFile()) return;
  throw new OperatorError(
    'not_a_file',
    `${path} is ${nameOf(kind)} and not a file: remove it, or move it to another folder`,
  );
}

function nameOf(kind: FileKind): string {
  if (kind.isDirectory()) return 'a folder';
  if (kind.isFIFO()) return 'a named pipe';
  return kind.isSocket() ? 'a socket' : 'a device';
}

function tooLarge(path: string, bytesMax: number): OperatorError {
  return new OperatorError(
    'file_too_large',
    `${path} has more than ${bytesMax} bytes, so it is not a file of a backup: remove it, or take another copy of it`,
  );
}
