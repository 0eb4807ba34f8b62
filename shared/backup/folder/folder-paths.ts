export interface FolderPaths {
  /** `BACKUP_DIR`, absolute. */
  readonly root: string;
  /** The folder of the segments. */
  readonly segments: string;
}
