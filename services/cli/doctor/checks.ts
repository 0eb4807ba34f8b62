import { backupCheck } from './checks/backup.ts';
import { bloatCheck } from './checks/bloat.ts';
import { certificateCheck } from './checks/certificate.ts';
import { clockCheck } from './checks/clock.ts';
import { databaseCheck } from './checks/database.ts';
import { diskCheck } from './checks/disk.ts';
import { folderCheck } from './checks/folder.ts';
import { timesCheck } from './checks/future-records.ts';
import { snapshotsCheck } from './checks/held-snapshots.ts';
import { lagCheck } from './checks/lag.ts';
import { locksCheck } from './checks/locks.ts';
import { logCheck } from './checks/log.ts';
import { notesCheck } from './checks/notes.ts';
import { parkedCheck } from './checks/parked.ts';
import { pluginsCheck } from './checks/plugins.ts';
import { generationsCheck } from './checks/projections.ts';
import { proxyCheck } from './checks/proxy.ts';
import { replicationCheck } from './checks/replication.ts';
import { retentionCheck } from './checks/retention.ts';
import { rightsCheck } from './checks/rights.ts';
import { secretCheck } from './checks/secret.ts';
import { settingsCheck } from './checks/settings.ts';
import { skillsCheck } from './checks/skills.ts';
import { topicsCheck } from './checks/topics.ts';
import { twinsCheck } from './checks/twins.ts';
import type { Check } from './finding.ts';

/** In the order of the output. */
export const checks: readonly Check[] = [
  settingsCheck,
  secretCheck,
  databaseCheck,
  folderCheck,
  rightsCheck,
  locksCheck,
  snapshotsCheck,
  bloatCheck,
  diskCheck,
  logCheck,
  topicsCheck,
  replicationCheck,
  clockCheck,
  timesCheck,
  lagCheck,
  parkedCheck,
  generationsCheck,
  backupCheck,
  retentionCheck,
  notesCheck,
  pluginsCheck,
  skillsCheck,
  twinsCheck,
  proxyCheck,
  certificateCheck,
];
