import { dayMs } from '../../../../shared/domain/durations.ts';
import { findDataDirFault } from '../../../../shared/files/data-dir.ts';
import type { FolderFault } from '../../../../shared/files/folder-error.ts';
import { hasTable } from '../../../../shared/postgres/schema/has-table.ts';
import { readDiskSpace } from '../../../ingest/http/check-disk-space.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import {
  defineCheck,
  type FactsOf,
  type Fault,
  type Finding,
  findingOf,
  sizeOf,
  spanOf,
} from '../finding.ts';

export const diskCheck = defineCheck('disk', readDisk, judgeDisk);

async function readDisk(hub: ExaminedHub) {
  const { MIN_FREE_DISK, BACKUP_DIR } = hub.settings();
  const minFreeBytes = MIN_FREE_DISK === undefined ? null : MIN_FREE_DISK * 1_000_000;
  const { directory } = hub.server();
  // The disk of the operator's own database cannot be seen from here.
  const ofDatabase = directory === null ? null : await readDiskSpace({ directory, minFreeBytes });
  // The folder does not exist before the first backup.
  const ofBackups = await readDiskSpace({ directory: BACKUP_DIR, minFreeBytes: null }).catch(() => null);
  return { ofDatabase, ofBackups, ...(await readGrowth(hub)) };
}

type DiskFacts = FactsOf<typeof readDisk>;
type DiskSpace = NonNullable<DiskFacts['ofDatabase']>;

const leftMinMs = 30 * dayMs;

export function judgeDisk({ ofDatabase, ofBackups, databaseBytes, bytesPerDay }: DiskFacts): Finding {
  const faults: Fault[] = [];
  const tight = (space: DiskSpace | null, which: string, why: string, fix: string) => {
    if (space === null || space.freeBytes >= space.leastBytes) return;
    faults.push({ what: `${sizeOf(space.freeBytes)} are free on the disk of ${which}`, why, fix });
  };
  const more =
    'free some space, use a larger disk or keep less: LOCATION_RETENTION_DAYS, RAW_PAYLOAD_RETENTION_HOURS';
  tight(ofDatabase, 'the database', 'reports are refused until MIN_FREE_DISK is free again', more);
  tight(ofBackups, 'BACKUP_DIR', 'backups will fail', 'free some space, or set BACKUP_DIR to another disk');
  const leftMs = ofDatabase === null ? null : timeLeft(ofDatabase, bytesPerDay);
  if (faults.length === 0 && leftMs !== null && leftMs < leftMinMs) {
    faults.push({
      what: `the disk of the database is full in ${spanOf(leftMs)} at this week's rate, ${sizeOf(bytesPerDay ?? 0)} a day`,
      why: 'reports are refused from then on',
      fix: more,
    });
  }
  return findingOf(faults, sound({ ofDatabase, ofBackups, databaseBytes, bytesPerDay }, leftMs));
}

/** Time until no reports are taken; null when unknown or never. */
function timeLeft({ freeBytes, leastBytes }: DiskSpace, bytesPerDay: number | null): number | null {
  if (bytesPerDay === null || bytesPerDay <= 0) return null;
  return (Math.max(0, freeBytes - leastBytes) / bytesPerDay) * dayMs;
}

function sound({ ofDatabase, databaseBytes, bytesPerDay }: DiskFacts, leftMs: number | null): string {
  const rate =
    bytesPerDay === null ? 'its growth is known after a day' : `grows by ${sizeOf(bytesPerDay)} a day`;
  const free =
    ofDatabase === null
      ? 'the disk of its server cannot be seen from here'
      : `its disk has ${sizeOf(ofDatabase.freeBytes)} free${leftMs === null ? '' : ` and is full in ${spanOf(leftMs)}`}`;
  return `the database uses ${sizeOf(databaseBytes)}, ${rate}; ${free}`;
}

/** `bytesPerDay` is of the last week, or since the hub began; null on the first day. */
async function readGrowth(hub: ExaminedHub) {
  const database = hub.database();
  if (!(await hasTable(database, 'hub.database_size'))) {
    const now = await database.one<{ bytes: number }>({
      text: 'select pg_database_size(current_database()) as bytes',
    });
    return { databaseBytes: now.bytes, bytesPerDay: null };
  }
  const size = await database.one<{ bytes: number; grown: number | null; days: number | null }>({
    text: `with now as (select pg_database_size(current_database()) as bytes)
           select now.bytes, now.bytes - past.bytes as grown,
                  (extract(epoch from clock_timestamp() - past.at) / 86400)::float8 as days
           from now
           left join lateral (
             select bytes, at
             from hub.database_size
             where at between clock_timestamp() - interval '7.5 days' and clock_timestamp() - interval '1 day'
             order by at
             limit 1
           ) as past on true`,
  });
  const { bytes, grown, days } = size;
  const isFirstDay = grown === null || days === null;
  return { databaseBytes: bytes, bytesPerDay: isFirstDay ? null : Math.max(0, grown / days) };
}

export const folderCheck = defineCheck(
  'folder',
  (hub) => findDataDirFault(hub.settings().DATA_DIR),
  judgeFolder,
);

export function judgeFolder(fault: FolderFault | null): Finding {
  const why = 'the hub does not start';
  return findingOf(fault === null ? [] : [{ ...fault, why }], 'DATA_DIR can be used');
}
