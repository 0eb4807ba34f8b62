export interface FolderPaths {
  /** `BACKUP_DIR`, absolute. */
  readonly root: string;
  readonly segments: string;
}
