import { readHubSecret } from '../../../shared/settings/hub-secret.ts';
import { readHubSettings } from '../settings.ts';

/** @returns null without a readable secret */
export async function readOwnSecret(): Promise<Buffer | null> {
  try {
    const { HUB_SECRET: given, DATA_DIR: dataDir } = readHubSettings();
    // `isSealed` is true, so that this read never creates a secret.
    return await readHubSecret({ dataDir, given, isSealed: async () => true });
  } catch {
    return null;
  }
}
