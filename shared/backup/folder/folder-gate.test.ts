import { expect, test, vi } from 'vitest';
import { nodeDisk } from './disk.ts';
import { gatedDisk } from './folder-gate.ts';

function hangingDisk() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let looks = 0;
  const disk = {
    ...nodeDisk,
    list: async () => {
      looks += 1;
      await promise;
      return ['a file'];
    },
  };
  return { disk, answer: resolve, looks: () => looks };
}

test('at most one read of a silent folder runs, and each caller gets an error after 10 s', async () => {
  vi.useFakeTimers();
  try {
    const { disk, answer, looks } = hangingDisk();
    const [one, other] = [gatedDisk(disk, '/backups'), gatedDisk(disk, '/backups')];
    const asked = [one.list('/backups'), other.list('/backups'), other.size('/backups/file')];
    const outcomes = Promise.allSettled(asked);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await Promise.race([outcomes, 'waiting'])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(2);
    const silent = {
      status: 'rejected',
      reason: expect.objectContaining({
        code: 'backup_dir_silent',
        message:
          'BACKUP_DIR /backups has not answered for 10 s: check its disk or its mount, or set BACKUP_DIR to another folder',
      }),
    };
    expect(await outcomes).toEqual([silent, silent, silent]);
    const late = other.list('/backups');
    expect(looks()).toBe(1);
    const elsewhere = gatedDisk(disk, '/elsewhere').list('/elsewhere');
    expect(looks()).toBe(2);
    answer();
    expect(await late).toEqual(['a file']);
    expect(await elsewhere).toEqual(['a file']);
    expect(looks()).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

test('a large file on a slow disk does not count as silent', async () => {
  vi.useFakeTimers();
  try {
    const disk = {
      ...nodeDisk,
      read: async (_: string, { onChunk }: { readonly onChunk?: () => void }) => {
        for (let chunk = 0; chunk < 4; chunk += 1) {
          await new Promise((resolve) => setTimeout(resolve, 9_000));
          onChunk?.();
        }
        return Buffer.from('all');
      },
    };
    const gated = gatedDisk(disk, '/backups');
    const read = gated.read('/backups/keys.zst', { bytesMax: 10 });
    const waiting = gated.read('/backups/hub.json', { bytesMax: 10 });
    await vi.advanceTimersByTimeAsync(72_000);
    expect((await read).toString()).toBe('all');
    expect((await waiting).toString()).toBe('all');
  } finally {
    vi.useRealTimers();
  }
});
