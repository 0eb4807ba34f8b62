import type { Drill } from '../../shared/backup/folder/drills.ts';
import type { FileState } from '../../shared/backup/folder/file-state.ts';
import type { FolderProblem } from '../../shared/backup/folder/folder-problem.ts';
import type { BackupList } from '../../shared/backup/folder/list-backups.ts';
import type { Manifest } from '../../shared/backup/folder/manifest.ts';

/** Only an `authentic` backup is used. */
export interface ShownBackup {
  readonly file: string;
  readonly taken_at: string;
  readonly kind: Manifest['kind'];
  readonly bytes: number;
  readonly records: number;
  readonly verified_at: string | null;
  readonly problem: string | null;
  /** Null when the secret of this hub is not known. */
  readonly other_hub: boolean | null;
  readonly state: FileState;
}

export interface ShownFolder {
  /** Newest first. */
  readonly backups: readonly ShownBackup[];
  readonly unreadable: readonly { readonly file: string; readonly problem: string }[];
  /** The reason why the next backup would probably fail. */
  readonly folder_problem: FolderProblem | null;
}

/** @param fingerprint of the secret of this hub; null when the secret is not known */
export function shownBackups(
  { backups, refused }: BackupList,
  drills: readonly Drill[],
  fingerprint: string | null,
): Omit<ShownFolder, 'folder_problem'> {
  const drillOf = new Map(drills.map((drill) => [drill.file, drill]));
  const shown = (file: string, manifest: Manifest, state: FileState): ShownBackup => ({
    file,
    taken_at: manifest.taken_at,
    kind: manifest.kind,
    bytes: manifest.bytes,
    records: manifest.records,
    verified_at: drillOf.get(file)?.ok === true ? (drillOf.get(file)?.at ?? null) : null,
    problem: drillOf.get(file)?.problem ?? null,
    other_hub: fingerprint === null ? null : manifest.secret_fingerprint !== fingerprint,
    state,
  });
  const readable = [
    ...backups.map(({ file, manifest }) => shown(file, manifest, 'authentic')),
    ...refused.flatMap(({ file, manifest, state }) =>
      manifest === null || state === 'unreadable' ? [] : [shown(file, manifest, state)],
    ),
  ];
  return {
    backups: readable.sort((one, other) => (one.file < other.file ? 1 : -1)),
    unreadable: refused
      .filter(({ manifest }) => manifest === null)
      .map(({ file, error }) => ({ file, problem: error.message })),
  };
}
