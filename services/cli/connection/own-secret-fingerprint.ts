import { secretFingerprint } from '../../../shared/log/sealing/check-secret-fingerprint.ts';
import { readHubSecret } from '../../../shared/settings/hub-secret.ts';
import { readSecretLocation } from '../settings.ts';

/** The fingerprint of the secret that the settings lead to; null where there is none, or none that can be read. */
export async function readOwnFingerprint(): Promise<string | null> {
  try {
    const { HUB_SECRET: given, DATA_DIR: dataDir } = readSecretLocation();
    // As beside a log that is sealed already: a look makes no secret.
    return secretFingerprint(await readHubSecret({ dataDir, given, isSealed: async () => true }));
  } catch {
    return null;
  }
}
