import { type BackupFolder, openBackupFolder } from '../../../../shared/backup/folder/backup-folder.ts';
import { newestGoodDrill } from '../../../../shared/backup/folder/drills.ts';
import {
  type BackupList,
  type ListedBackup,
  newestBackup,
} from '../../../../shared/backup/folder/list-backups.ts';
import {
  type FoundKeys,
  hubsOfFolder,
  isOlderThanBackups,
} from '../../../../shared/backup/keys/trusted-keys.ts';
import { createBackupSigner } from '../../../../shared/backup/signing/backup-signer.ts';
import { OperatorError } from '../../../../shared/errors/errors.ts';
import { readHubId } from '../../../../shared/log/sealing/check-secret-fingerprint.ts';
import { readHubSecret } from '../../../../shared/settings/hub-secret.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { type Check, findingOf } from '../finding.ts';
import { judgeBackup, type KeysProblem } from './judge-backup.ts';
import { compareKeys } from './returned-after-restore.ts';

export const backupCheck: Check = {
  name: 'backup',
  run: async (hub) => {
    const { BACKUP_DIR, BACKUP_DRILL } = hub.settings();
    const secret = await readSecret(hub);
    const folder = openBackupFolder(BACKUP_DIR, secret === null ? null : createBackupSigner(secret));
    const list = await folder.list();
    if (secret === null && list.refused.length > 0) return notChecked;
    const { keys, problem: keysProblem } = await lookAtKeys(folder, list);
    const owners = hubsOfFolder(list, keys);
    const own = owners.size === 0 ? null : await ownId(hub);
    const backups = own === null ? list.backups : list.backups.filter(({ manifest }) => manifest.hub === own);
    const { begun } = await hub.database().one<{ begun: number | null }>({
      text: 'select (extract(epoch from min(applied_at)) * 1000)::bigint as begun from hub.migration',
    });
    const newest = newestBackup(backups, hub.now());
    const files = new Set(backups.map(({ file }) => file));
    const drills = (await folder.readDrills()).filter(({ file }) => files.has(file));
    const tried = backups.filter(({ file }) => drills.some((drill) => drill.file === file));
    const newestTried = newestBackup(tried, hub.now())?.file;
    const good = newestGoodDrill(drills, hub.now());
    const trusted = keys?.state === 'authentic' && keys.document.hub === own ? keys.document : null;
    return judgeBackup({
      folder: folder.path,
      newestAt: newest === null ? null : Date.parse(newest.manifest.taken_at),
      problemOfFolder: await folder.findProblem(list),
      keysProblem: backups.length === 0 ? null : keysProblem,
      ...(await compareKeys(hub, trusted)),
      lostSegments: newest === null ? 0 : await countLost(folder, newest),
      isShared: own !== null && [...owners].some((owner) => owner !== own),
      unreadableManifests: list.refused.filter(({ state }) => state === 'unreadable').length,
      forgedManifests: list.refused.filter(({ state }) => state === 'forged').length,
      wantsDrills: BACKUP_DRILL !== 'off',
      drilledAt: good === null ? null : Date.parse(good.at),
      problem: drills.find(({ file }) => file === newestTried)?.problem ?? null,
      begunAt: begun ?? hub.now(),
      now: hub.now(),
    });
  },
};

const notChecked = findingOf(
  [
    {
      what: 'the backups were not checked: HUB_SECRET is not set here',
      why: 'it is unknown whether they belong to this hub',
      fix: 'set HUB_SECRET, or DATA_DIR to the folder with its secret',
    },
  ],
  '',
);

/** Null when the secret cannot be read, which the check `secret` reports. */
async function readSecret(hub: ExaminedHub): Promise<Buffer | null> {
  const { HUB_SECRET: given, DATA_DIR: dataDir } = hub.settings();
  return readHubSecret({ dataDir, given, isSealed: async () => true }).catch((error: unknown) => {
    if (error instanceof OperatorError) return null;
    throw error;
  });
}

async function lookAtKeys(
  folder: BackupFolder,
  { backups }: BackupList,
): Promise<{ keys: FoundKeys | null; problem: KeysProblem }> {
  try {
    const keys = await folder.inspectKeys();
    if (keys === null) return { keys, problem: 'missing' };
    if (keys.state === 'forged') return { keys, problem: keys.state };
    // Keys of another hub are reported with its backups.
    const isReplaced = keys.state === 'authentic' && isOlderThanBackups(keys, backups);
    return { keys, problem: isReplaced ? 'replaced' : null };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    // A backup cannot replace a folder.
    const isDamaged = error.code === 'backup_damaged' || error.code === 'file_too_large';
    const problem = isDamaged ? 'damaged' : { unreadable: error.message };
    return { keys: null, problem };
  }
}

/** A large hub has thousands of files, and a network share needs milliseconds for each file. */
const looksAtOnce = 16;

async function countLost(folder: BackupFolder, { manifest }: ListedBackup): Promise<number> {
  const segments = manifest.partitions.flatMap((part) => part.segments);
  let lost = 0;
  for (let first = 0; first < segments.length; first += looksAtOnce) {
    const some = segments.slice(first, first + looksAtOnce);
    const there = await Promise.all(some.map((segment) => folder.hasSegmentOfSize(segment)));
    lost += there.filter((isThere) => !isThere).length;
  }
  return lost;
}

/** Null when the log cannot be read, which the check `log` reports. */
async function ownId(hub: ExaminedHub): Promise<string | null> {
  return Promise.try(() => readHubId(hub.log())).catch(() => null);
}
