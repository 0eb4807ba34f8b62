import { projections } from '../../../projections/registry.ts';
import { unlessAborted } from '../../../shared/async/waiting.ts';
import type { Actor } from '../../../shared/domain/actor.ts';
import type { RebuildProgress } from '../../../shared/projection/replay/rebuild/progress-meter.ts';
import type { JobKind, JobOptions } from '../../console/jobs/jobs.ts';
import { backupOperations } from '../../operations/backups.ts';
import { rebuildProjections } from '../../operations/projections/rebuild-projections.ts';
import { verifyProjection } from '../../operations/projections/verify-projection.ts';
import type { HubConnection } from '../connection/connect.ts';
import { examine } from '../doctor/examine.ts';
import { openExaminedHub } from '../doctor/examined-hub.ts';
import { readBackupDir, readRowRetention } from '../settings.ts';
import { runTrialRestore } from '../verify-backup/trial-restore.ts';
import { outlineOfVerification } from './verification-without-rows.ts';

interface JobInput {
  /** The name of a projection, or the file of a backup. */
  readonly subject: string | null;
  readonly options: JobOptions;
  readonly actor: Extract<Actor, `member:${string}`>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RebuildProgress) => void;
  readonly onResultNotSaved: (problem: string) => void;
}

/**
 * Does the work of a job. The result contains nothing about members: every admin may read it, and
 * an erasure does not change it.
 */
export type JobRunner = (hub: HubConnection, input: JobInput) => Promise<object | null>;

export const jobRunners: Readonly<Record<JobKind, JobRunner>> = {
  rebuild: (hub, { subject, options: { rate, full_speed: fullSpeed, promote }, ...input }) => {
    const named = subject === null ? projections : projections.filter(({ name }) => name === subject);
    const how = { rate, fullSpeed, promote, retentionMsBySetting: readRowRetention() };
    return rebuildProjections(hub, { ...input, ...how, projections: named });
  },
  verify: async (hub, { subject, signal }) => {
    const [projection] = projections.filter(({ name }) => name === subject);
    return projection === undefined
      ? null
      : outlineOfVerification(await verifyProjection(hub, projection, readRowRetention(), signal));
  },
  backup: (hub, input) => backupOperations.take(hub, { ...input, backupDir: readBackupDir() }),
  'backup-verify': (hub, { subject, actor, ...input }) =>
    runTrialRestore(hub, { ...input, path: subject ?? '', by: actor }),
  doctor: async (_hub, { signal }) => {
    const examined = await openExaminedHub(signal);
    try {
      return await unlessAborted(signal, examine(examined));
    } finally {
      await examined.close();
    }
  },
};
