import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { secretFingerprint } from '../../../../shared/log/sealing/check-secret-fingerprint.ts';
import { isLogSealed, readKnownFingerprint } from '../../../../shared/process/settings/known-secret.ts';
import { readHubSecret } from '../../../../shared/settings/hub-secret.ts';
import { type Check, type Finding, findingOf } from '../finding.ts';

/** Whether the secret is there, is the log's own, and is its owner's alone. */
export const secretCheck: Check = {
  name: 'secret',
  look: async (hub) => {
    const { HUB_SECRET: given, DATA_DIR: dataDir } = hub.settings();
    const file = resolve(dataDir, 'secret');
    if (given === undefined && !(await isThere(file)) && !(await isLogSealed(hub.database()))) {
      return findingOf([], `none yet: the first start makes one, ${file}`);
    }
    // A log that is sealed already never gets a new secret: the doctor changes nothing.
    const secret = await readHubSecret({ dataDir, given, isSealed: async () => true });
    const mode = given === undefined ? (await stat(file)).mode : null;
    return judgeSecret({
      source: given === undefined ? file : 'HUB_SECRET',
      mode,
      fingerprint: secretFingerprint(secret),
      known: (await isLogSealed(hub.database())) ? await readKnownFingerprint(hub.database()) : null,
    });
  },
};

/** Whether something has that path; one that may not be looked at is there as far as is known. */
function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

export interface SecretFacts {
  /** The setting or the file that holds it. */
  readonly source: string;
  /** The mode of the file; null where there is none. */
  readonly mode: number | null;
  readonly fingerprint: string;
  /** The fingerprint of the secret that the log was made with; null where that is not known yet. */
  readonly known: string | null;
}

export function judgeSecret({ source, mode, fingerprint, known }: SecretFacts): Finding {
  const faults = [];
  if (known !== null && known !== fingerprint) {
    faults.push({
      what: `${source} has the fingerprint ${fingerprint}, the log was made with ${known}`,
      why: 'nothing that the log holds of a person can be opened, and no process starts',
      fix: 'set HUB_SECRET to the secret that the hub was first started with',
    });
  }
  if (mode !== null && (mode & 0o077) !== 0) {
    faults.push({
      what: `${source} has the mode ${(mode & 0o777).toString(8)}`,
      why: 'who reads it and a copy of the database can open what the log holds of every person',
      fix: `chmod 600 ${source}`,
    });
  }
  const apart = 'keep a copy of it apart from the backups, which cannot be restored without it';
  return findingOf(faults, `${source}, fingerprint ${fingerprint}; ${apart}`);
}
