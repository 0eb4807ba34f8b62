import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { messageOf, OperatorError } from '../errors/errors.ts';
import type { OperatorErrorCode } from '../errors/operator-error-codes.ts';

export interface SystemAccount {
  readonly uid: number;
  /** Null for an account without a name, as in containers. */
  readonly name: string | null;
}

export interface FolderFailure {
  readonly setting: string;
  /** The folder, or a file in it. */
  readonly path: string;
  /** The folder that belongs to the hub as a whole. */
  readonly folder: string;
  /** For example `EROFS`; empty without a code. */
  readonly code: string;
  readonly message: string;
  /** Null when the owner cannot be seen. */
  readonly owner: SystemAccount | null;
  readonly self: SystemAccount;
}

export type FolderPlace = Pick<FolderFailure, 'setting' | 'path' | 'folder'>;

/** A fault, and the command that repairs it; one line each. */
export interface FolderFault {
  readonly what: string;
  readonly fix: string;
}

export function explainFolderFailure({
  setting,
  path,
  folder,
  code,
  message,
  owner,
  self,
}: FolderFailure): FolderFault {
  const target = quote(folder);
  if (code === 'EROFS') {
    return {
      what: `${setting} ${path} is on a file system that is mounted read-only (${code})`,
      fix: `mount -o remount,rw "$(findmnt -n -o TARGET -T ${target})"; under systemd, ReadWritePaths=${folder} in the unit; or set ${setting} to another folder`,
    };
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return {
      what: `${setting} ${path} is no folder, or lies below a file (${code})`,
      fix: `set ${setting} to a folder, or move the file away`,
    };
  }
  if (owner !== null && owner.uid !== self.uid) {
    const foreign = nameOf(owner);
    return {
      what: `${setting} ${path} belongs to ${foreign}, and the hub runs as ${nameOf(self)}${code === '' ? '' : ` (${code})`}`,
      fix: `chown -R ${self.name ?? self.uid} ${target}, or start as ${foreign}`,
    };
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return {
      what: `${nameOf(self)} is not allowed to use ${setting} ${path} (${code})`,
      fix: `chmod -R u+rwX ${target}, and chmod a+x on the folders above it`,
    };
  }
  return {
    what: `${setting} ${path} cannot be used (${message})`,
    fix: `check the disk of ${path}, or set ${setting} to another folder`,
  };
}

export async function folderError(
  code: OperatorErrorCode,
  place: FolderPlace,
  cause: unknown,
): Promise<OperatorError> {
  const { what, fix } = await explainFailureAt(place, cause);
  return new OperatorError(code, what, { cause, fix });
}

export async function explainFailureAt(place: FolderPlace, cause: unknown): Promise<FolderFault> {
  const { code = '' } = cause as NodeJS.ErrnoException;
  return explainFolderFailure({
    ...place,
    code,
    message: messageOf(cause),
    owner: await findOwner(place.path),
    self: ownAccount(),
  });
}

export function ownAccount(): SystemAccount {
  const uid = process.geteuid?.() ?? 0;
  try {
    return { uid, name: userInfo().username };
  } catch {
    return { uid, name: null };
  }
}

/**
 * The owner of the path, or of the nearest existing folder above; null when that cannot be seen.
 */
export async function findOwner(path: string): Promise<SystemAccount | null> {
  try {
    const { uid } = await stat(path);
    return { uid, name: await accountName(uid) };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing && dirname(path) !== path ? findOwner(dirname(path)) : null;
  }
}

/** `id` also finds accounts of a directory service like LDAP. */
function accountName(uid: number): Promise<string | null> {
  return new Promise((resolve) => {
    execFile('id', ['-nu', '--', String(uid)], { timeout: 2_000 }, (error, stdout) => {
      resolve(error === null && stdout.trim() !== '' ? stdout.trim() : null);
    });
  });
}

function nameOf({ uid, name }: SystemAccount): string {
  return name === null ? `user id ${uid}` : `${name} (user id ${uid})`;
}

/** Quotes a word of a shell command. */
export function quote(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
