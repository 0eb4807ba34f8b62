import { OperatorError } from '../../errors/errors.ts';
import type { Disk } from './disk.ts';

const silentAfterMs = 10_000;

/** Lets one read through at a time: a hanging mount then holds one thread of the pool, not all. */
interface FolderGate {
  /** @throws OperatorError `backup_dir_silent` when nothing in the folder answers for 10 s */
  pass<Result>(look: (onProgress: () => void) => Promise<Result>): Promise<Result>;
}

const gates = new WeakMap<Disk, Map<string, FolderGate>>();

/** All users of the folder in this process share one gate. Writes do not wait. */
export function gatedDisk(disk: Disk, root: string, silentMs = silentAfterMs): Disk {
  const ofDisk = gates.get(disk) ?? new Map<string, FolderGate>();
  gates.set(disk, ofDisk);
  const gate = ofDisk.get(root) ?? createGate(root, silentMs);
  ofDisk.set(root, gate);
  return {
    ...disk,
    read: (path, options) =>
      gate.pass((onProgress) =>
        disk.read(path, {
          ...options,
          onChunk: () => {
            onProgress();
            options.onChunk?.();
          },
        }),
      ),
    list: (folder) => gate.pass(() => disk.list(folder)),
    size: (path) => gate.pass(() => disk.size(path)),
    writeError: (folder) => gate.pass(() => disk.writeError(folder)),
    freeBytes: (folder) => gate.pass(() => disk.freeBytes(folder)),
  };
}

function createGate(root: string, silentMs: number): FolderGate {
  const waiting = new Set<() => void>();
  let isBusy = false;
  let progressAt = 0;
  const onProgress = () => {
    progressAt = performance.now();
  };

  function next(): void {
    isBusy = false;
    onProgress();
    const [first] = waiting;
    if (first === undefined) return;
    waiting.delete(first);
    first();
  }

  return {
    pass: (look) =>
      new Promise((resolve, reject) => {
        const begin = () => {
          isBusy = true;
          onProgress();
          look(onProgress).then(resolve, reject).finally(ended);
        };
        let timer = setTimeout(check, silentMs);
        function ended(): void {
          clearTimeout(timer);
          next();
        }
        function check(): void {
          const left = progressAt + silentMs - performance.now();
          if (left > 0) {
            timer = setTimeout(check, Math.ceil(left));
            return;
          }
          waiting.delete(begin);
          reject(silentError(root, silentMs));
        }
        if (isBusy) waiting.add(begin);
        else begin();
      }),
  };
}

function silentError(root: string, silentMs: number): OperatorError {
  return new OperatorError(
    'backup_dir_silent',
    `BACKUP_DIR ${root} has not answered for ${silentMs / 1_000} s: check its disk or its mount, or set BACKUP_DIR to another folder`,
  );
}
