import { randomBytes } from 'node:crypto';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Only the owner can read the file. After a power cut the file has the old or the new content. */
export async function writeFileDurably(path: string, content: string | Buffer): Promise<void> {
  const draft = await writeDraft(path, content);
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Codes of file systems without links, like most USB sticks. */
const linkless: readonly (string | undefined)[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Does the same as `writeFileDurably` for a new file. On a file system without links, a kill may
 * leave a part of the file.
 * @returns false when the file exists, also when another process just created it
 */
export async function createFileDurably(
  path: string,
  content: string,
  makeLink: (draft: string, path: string) => Promise<void> = link,
): Promise<boolean> {
  const draft = await writeDraft(path, content);
  try {
    // Not a rename, because only a link fails when the file exists.
    await makeLink(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (linkless.includes(code)) return await createInPlace(path, content);
    if (code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(path));
  return true;
}

async function createInPlace(path: string, content: string): Promise<boolean> {
  try {
    await writeNew(path, content);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  await syncFolder(dirname(path));
  return true;
}

/** The end of the name of a draft. A draft of a killed process stays. */
export const draftPattern = /\.[0-9a-f]{12}$/;

async function writeDraft(path: string, content: string | Buffer): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeNew(draft, content);
  return draft;
}

async function writeNew(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    // On a full disk, other files need the space.
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Codes of file systems that cannot sync a folder, like shares of VirtualBox or WSL. */
const unsynced: readonly (string | undefined)[] = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Makes the names in the folder durable, where the file system can do that.
 * @throws any other error, for example EIO or ENOSPC
 */
export async function syncFolder(
  path: string,
  sync: (folder: FileHandle) => Promise<void> = (folder) => folder.sync(),
): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await sync(folder);
  } catch (error) {
    if (!unsynced.includes((error as NodeJS.ErrnoException).code)) throw error;
  } finally {
    await folder.close();
  }
}
