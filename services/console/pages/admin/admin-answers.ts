import type { BodyOf } from '../../api/define-console-route.ts';
import type { correctXpRoute, listAccountsRoute } from '../../api/routes/admin/accounts.ts';
import type { adminAuditRoute } from '../../api/routes/admin/audit.ts';
import type { listBackupsRoute } from '../../api/routes/admin/backups.ts';
import type { listCompetitionsRoute } from '../../api/routes/admin/competitions.ts';
import type { listDevicesRoute } from '../../api/routes/admin/devices.ts';
import type { adminFaultsRoute } from '../../api/routes/admin/faults.ts';
import type {
  decommissionStatusRoute,
  ingestRoute,
  releaseRoute,
  settingsRoute,
} from '../../api/routes/admin/hub.ts';
import type { listJobsRoute } from '../../api/routes/admin/jobs.ts';
import type { listKeysRoute } from '../../api/routes/admin/keys.ts';
import type { listMembersRoute, outOfGuildRoute } from '../../api/routes/admin/members.ts';
import type { listParkedRoute } from '../../api/routes/admin/parked.ts';
import type { payloadsRoute } from '../../api/routes/admin/payloads.ts';
import type { listProjectionsRoute } from '../../api/routes/admin/projections.ts';
import type { createSignInLinkRoute } from '../../api/routes/admin/sign-in-link.ts';

// The answers below `/console/api/admin/`. Only types are imported from the routes.

export type MembersAnswer = BodyOf<typeof listMembersRoute>;
export type MemberData = MembersAnswer['members'][number];
export type OutOfGuildAnswer = BodyOf<typeof outOfGuildRoute>;
export type SignInLink = BodyOf<typeof createSignInLinkRoute>;
export type AccountsAnswer = BodyOf<typeof listAccountsRoute>;
export type GuildAccount = AccountsAnswer['accounts'][number];
export type CorrectionAnswer = BodyOf<typeof correctXpRoute>;
export type CompetitionsAnswer = BodyOf<typeof listCompetitionsRoute>;
export type CompetitionData = CompetitionsAnswer['competitions'][number];
export type DevicesAnswer = BodyOf<typeof listDevicesRoute>;
export type ApiKeysAnswer = BodyOf<typeof listKeysRoute>;
export type FaultsAnswer = BodyOf<typeof adminFaultsRoute>;
export type ProjectionsAnswer = BodyOf<typeof listProjectionsRoute>;
export type GenerationStatus = ProjectionsAnswer['projections'][number];
export type JobsAnswer = BodyOf<typeof listJobsRoute>;
export type JobData = JobsAnswer['jobs'][number];
/** A building generation has no `phase`. */
export type JobProgressData = Partial<NonNullable<JobData['progress']>>;
export type RebuildOptionsData = JobData['options'];
export type ParkedAnswer = BodyOf<typeof listParkedRoute>;
export type ParkedData = ParkedAnswer['parked'][number];
export type BackupsAnswer = BodyOf<typeof listBackupsRoute>;
export type IngestAnswer = BodyOf<typeof ingestRoute>;
export type ReleaseAnswer = BodyOf<typeof releaseRoute>;
export type SettingsAnswer = BodyOf<typeof settingsRoute>;
export type DecommissionAnswer = BodyOf<typeof decommissionStatusRoute>;
export type AuditAnswer = BodyOf<typeof adminAuditRoute>;
export type PayloadsAnswer = BodyOf<typeof payloadsRoute>;
export type PayloadData = PayloadsAnswer['payloads'][number];

export interface VerificationData {
  readonly equal: boolean;
  readonly live: { readonly generation: number; readonly rows: number };
  readonly candidate: { readonly generation: number; readonly rows: number };
  readonly tables: readonly {
    readonly table: string;
    readonly rows: number;
    /** Columns that only one side has, with the number of rows that set them. */
    readonly columns: readonly {
      readonly column: string;
      readonly side: 'live' | 'candidate';
      readonly rows: number;
    }[];
    readonly first: {
      /** The shared columns with different values. */
      readonly unlike: readonly string[];
      readonly only_live: number;
      readonly only_candidate: number;
    };
  }[];
}

export interface ExaminationData {
  readonly ok: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly detail: string;
    readonly fix: string | null;
    readonly needs: string | null;
  }[];
}
