import { readHubSecret } from '../../../shared/settings/hub-secret.ts';
import { readSecretLocation } from '../settings.ts';

/** The secret that the settings lead to; null where there is none, or none that can be read. */
export async function readOwnSecret(): Promise<Buffer | null> {
  try {
    const { HUB_SECRET: given, DATA_DIR: dataDir } = readSecretLocation();
    // As beside a log that is sealed already: a look makes no secret.
    return await readHubSecret({ dataDir, given, isSealed: async () => true });
  } catch {
    return null;
  }
}
