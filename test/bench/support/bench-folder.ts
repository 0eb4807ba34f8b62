import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lifecycle } from '../../../shared/async/lifecycle.ts';

/** @returns an empty folder that is removed at the end */
export async function createBenchFolder(lifecycle: Lifecycle): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'hub-bench-'));
  lifecycle.onClose(() => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  // A PostgreSQL that root starts runs under another account, which must enter the folder.
  await chmod(path, 0o711);
  return path;
}
