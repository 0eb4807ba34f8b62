import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { secretFingerprint } from '../../../../shared/log/sealing/check-secret-fingerprint.ts';
import { isLogSealed, readKnownFingerprint } from '../../../../shared/process/settings/known-secret.ts';
import { readHubSecret } from '../../../../shared/settings/hub-secret.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf } from '../finding.ts';

export const secretCheck = defineCheck('secret', readSecret, judgeSecret);

/**
 * `fingerprint` is null before the first start, `mode` without a file. `known` is the fingerprint
 * with which the log was created; null when not known yet.
 */
async function readSecret(hub: ExaminedHub) {
  const { HUB_SECRET: given, DATA_DIR: dataDir } = hub.settings();
  const file = resolve(dataDir, 'secret');
  const source = given === undefined ? file : 'HUB_SECRET';
  if (given === undefined && !(await isThere(file)) && !(await isLogSealed(hub.database()))) {
    return { source, mode: null, fingerprint: null, known: null };
  }
  // `isSealed` is true, so that the doctor never creates a secret.
  const secret = await readHubSecret({ dataDir, given, isSealed: async () => true });
  return {
    source,
    mode: given === undefined ? (await stat(file)).mode : null,
    fingerprint: secretFingerprint(secret),
    known: (await isLogSealed(hub.database())) ? await readKnownFingerprint(hub.database()) : null,
  };
}

/** True when the path cannot be checked. */
function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

export function judgeSecret({ source, mode, fingerprint, known }: FactsOf<typeof readSecret>): Finding {
  if (fingerprint === null) return findingOf([], `none yet: the first start creates ${source}`);
  const faults = [];
  if (known !== null && known !== fingerprint) {
    faults.push({
      what: `${source} has the fingerprint ${fingerprint}, the log was created with ${known}`,
      why: 'no personal data in the log can be opened, and no process starts',
      fix: "set HUB_SECRET to the secret of the hub's first start",
    });
  }
  if (mode !== null && (mode & 0o077) !== 0) {
    faults.push({
      what: `${source} has the mode ${(mode & 0o777).toString(8)}`,
      why: 'anyone who reads it and a copy of the database can open all personal data in the log',
      fix: `chmod 600 ${source}`,
    });
  }
  const apart = 'keep a copy in another place than the backups, because a restore needs it';
  return findingOf(faults, `${source}, fingerprint ${fingerprint}; ${apart}`);
}
