import { addressCheck } from './checks/address.ts';
import { backupCheck } from './checks/backup.ts';
import { bloatCheck, snapshotsCheck } from './checks/bloat.ts';
import { clockCheck, timesCheck } from './checks/clock.ts';
import { databaseCheck } from './checks/database.ts';
import { diskCheck, folderCheck } from './checks/disk.ts';
import { locksCheck } from './checks/locks.ts';
import { logCheck, topicsCheck } from './checks/log.ts';
import { notesCheck } from './checks/notes.ts';
import { pluginsCheck, skillsCheck } from './checks/plugins.ts';
import { generationsCheck, lagCheck, parkedCheck } from './checks/projections.ts';
import { proxyCheck } from './checks/proxy.ts';
import { replicationCheck } from './checks/replication.ts';
import { retentionCheck } from './checks/retention.ts';
import { rightsCheck } from './checks/rights.ts';
import { secretCheck } from './checks/secret.ts';
import { settingsCheck } from './checks/settings.ts';
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
  addressCheck,
];
