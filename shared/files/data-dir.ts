import { access, constants, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  explainFailureAt,
  explainFolderFailure,
  type FolderFault,
  findOwner,
  ownAccount,
  quote,
} from './folder-error.ts';

const setting = 'DATA_DIR';
const readFiles = ['secret', 'postgres.json'];

/** Null without a fault, and while there is no directory. */
export async function findDataDirFault(dataDir: string): Promise<FolderFault | null> {
  const path = resolve(dataDir);
  const looks = [
    { path, mode: constants.R_OK | constants.W_OK | constants.X_OK },
    ...readFiles.map((file) => ({ path: join(path, file), mode: constants.R_OK })),
  ];
  for (const look of looks) {
    const failure = await access(look.path, look.mode).then(
      () => null,
      (error: NodeJS.ErrnoException) => error,
    );
    if (failure !== null && failure.code !== 'ENOENT') {
      return explainFailureAt({ setting, path: look.path, folder: path }, failure);
    }
  }
  return findClusterFault(path, join(path, 'postgres'));
}

/**
 * PostgreSQL starts only on data that its account owns. A hub that runs as root starts PostgreSQL
 * as the owner of the data.
 */
async function findClusterFault(folder: string, cluster: string): Promise<FolderFault | null> {
  // Without `postgres.json` the start refuses the cluster for another reason.
  const hasRecord = await stat(join(folder, 'postgres.json')).then(
    () => true,
    () => false,
  );
  const found = hasRecord ? await stat(cluster).catch(() => null) : null;
  const self = ownAccount();
  if (found === null) return null;
  if (self.uid !== 0) {
    if (found.uid === self.uid) return null;
    const owner = await findOwner(cluster);
    return explainFolderFailure({ setting, path: cluster, folder, code: '', message: '', owner, self });
  }
  if (found.uid !== 0) return null;
  return {
    what: `${setting} ${cluster} belongs to root, and PostgreSQL does not run as root`,
    fix: `chown -R postgres ${quote(cluster)} (cp without -a changes the owner), or start the hub as an ordinary user that owns ${setting}`,
  };
}
