import { OperatorError } from '../../errors/errors.ts';
import type { BackupSigner } from '../signing/backup-signer.ts';
import type { FileState } from './file-state.ts';
import { fileSystemCode, isUnreadable, repairOf } from './folder-errors.ts';
import { type Manifest, manifestFilePattern, readManifest } from './manifest.ts';

/** `file` is the name of the manifest. */
export interface ListedBackup {
  readonly file: string;
  readonly manifest: Manifest;
}

export interface RefusedBackup {
  readonly file: string;
  readonly state: Exclude<FileState, 'authentic'> | 'unreadable';
  /** Null when the manifest cannot be read. */
  readonly manifest: Manifest | null;
  readonly error: OperatorError;
  /** The segments that the clean-up leaves; `all` when the manifest may name any segment. */
  readonly segments: ReadonlySet<string> | 'all';
}

export interface BackupList {
  /** Authentic backups, oldest first. */
  readonly backups: readonly ListedBackup[];
  readonly refused: readonly RefusedBackup[];
}

export interface InspectedBackup extends ListedBackup {
  readonly state: FileState;
}

export async function listBackups(
  files: readonly string[],
  read: (file: string) => Promise<Buffer>,
  signer: BackupSigner | null,
): Promise<BackupList> {
  const backups: ListedBackup[] = [];
  const refused: RefusedBackup[] = [];
  for (const file of files.filter((name) => manifestFilePattern.test(name)).sort()) {
    const found = await inspect(file, read, signer);
    if ('error' in found) refused.push(found);
    else backups.push(found);
  }
  return { backups, refused };
}

async function inspect(
  file: string,
  read: (file: string) => Promise<Buffer>,
  signer: BackupSigner | null,
): Promise<ListedBackup | RefusedBackup> {
  let text: string;
  try {
    text = (await read(file)).toString('utf8');
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    // A file that the disk cannot read may name any segment. A pipe names none.
    const segments = fileSystemCode(error) === null ? new Set<string>() : ('all' as const);
    return { file, state: 'unreadable', manifest: null, error: unreadableError(file, error), segments };
  }
  const segments = segmentsNamedIn(text);
  try {
    const { document: manifest, state } = readManifest(file, text, signer);
    if (state === 'authentic') return { file, manifest };
    return { file, state, manifest, error: stateError(file, state), segments };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const refused = { file, manifest: null, error, segments };
    if (error.code === 'newer_backup') return { ...refused, state: 'unreadable', segments: 'all' };
    return { ...refused, state: error.code === 'backup_forged' ? 'forged' : 'unreadable' };
  }
}

/** A damaged text counts too, because another copy of the manifest may need its segments. */
function segmentsNamedIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/hub\.[a-z]{1,32}-\d{1,16}-\d{1,16}-\d{1,16}(?:-[0-9a-f]{16})?\.zst/g));
}

function unreadableError(file: string, cause: unknown): OperatorError {
  const code = fileSystemCode(cause);
  if (code === null && cause instanceof OperatorError) return cause;
  return new OperatorError(
    'unreadable_file',
    `${file} cannot be read (${code}): ${repairOf(code ?? '')}, or take another copy of it`,
    { cause },
  );
}

export function stateError(file: string, state: Exclude<FileState, 'authentic'>): OperatorError {
  switch (state) {
    case 'forged':
      return new OperatorError(
        'backup_forged',
        `${file} has no valid signature of this hub, so it was changed or forged: take another copy of it, or delete it`,
      );
    case 'another_hub':
      return new OperatorError(
        'other_secret',
        `${file} belongs to a hub with another HUB_SECRET: use it with the secret of that hub`,
      );
    case 'not_checked':
      return new OperatorError('backup_not_checked', `${file} was not checked: HUB_SECRET is not set here`);
  }
}

/**
 * Ignores backups from after `now`. Otherwise such backups would hide missing backups.
 * @param backups oldest first
 * @param now epoch ms
 */
export function newestBackup(backups: readonly ListedBackup[], now: number): ListedBackup | null {
  return backups.findLast(({ manifest }) => Date.parse(manifest.taken_at) <= now) ?? null;
}
