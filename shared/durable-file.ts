import { randomBytes } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file, readable by its owner only. Even after a power cut it has either the old or the new content. */
export async function writeFileDurably(path: string, content: string | Buffer): Promise<void> {
  const draft = await writeDraft(path, content);
  await rename(draft, path);
  await syncFolder(path);
}

/** Makes a file as `writeFileDurably` does. @returns false when it exists, perhaps because another process made it */
export async function createFileDurably(path: string, content: string): Promise<boolean> {
  const draft = await writeDraft(path, content);
  try {
    // A link instead of a rename, because it fails when the file already exists.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(path);
  return true;
}

/** What a draft adds to the name of its file; one whose process was killed stays. */
export const draftPattern = /\.[0-9a-f]{12}$/;

async function writeDraft(path: string, content: string | Buffer): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    // On a full disk half a draft would take what others need.
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return draft;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
