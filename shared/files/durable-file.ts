import { randomBytes } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file, readable by its owner only. Even after a power cut it has either the old or the new content. */
export async function writeFileDurably(path: string, content: string | Buffer): Promise<void> {
  const draft = await writeDraft(path, content);
  await rename(draft, path);
  await syncFolder(path);
}

/** What a file system says that knows no links, as those of most USB sticks and some shares on a network. */
const linkless: readonly (string | undefined)[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Makes a file as `writeFileDurably` does. Where the file system knows no links, one whose process is killed may be there in part.
 * @returns false when it exists, perhaps because another process made it
 */
export async function createFileDurably(
  path: string,
  content: string,
  makeLink: (draft: string, path: string) => Promise<void> = link,
): Promise<boolean> {
  const draft = await writeDraft(path, content);
  try {
    // A link instead of a rename, because it fails when the file already exists.
    await makeLink(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (linkless.includes(code)) return await createInPlace(path, content);
    if (code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(path);
  return true;
}

async function createInPlace(path: string, content: string): Promise<boolean> {
  try {
    await writeNew(path, content);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  await syncFolder(path);
  return true;
}

/** What a draft adds to the name of its file; one whose process was killed stays. */
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
    // On a full disk half a file would take what others need.
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
