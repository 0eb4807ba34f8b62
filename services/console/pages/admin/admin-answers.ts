import type { Category } from '../../../../shared/domain/category.ts';
import type {
  ApiKeyData,
  AuditEntryData,
  DeviceData,
  LocalAddressData,
  SharedCategory,
} from '../console-api/answers.ts';

/** The answers below `/console/api/admin/`, like the `--json` output of the command line. */

export interface MemberData {
  readonly id: string;
  readonly name: string;
  readonly chat_id: string | null;
  readonly time_zone: string;
  readonly status: 'active' | 'left';
  readonly is_admin: boolean;
}

export interface MembersAnswer {
  readonly members: readonly MemberData[];
}

export interface OutOfGuildAnswer {
  readonly members: readonly {
    readonly id: string;
    readonly name: string;
    readonly since: string;
    readonly why: 'not_in_guild' | 'refused';
  }[];
}

export interface SignInLink {
  readonly link: string;
  /** Null when other machines reach the link. */
  readonly local: LocalAddressData | null;
  readonly expires_at: string;
}

export interface GuildAccount {
  readonly id: string;
  readonly name: string | null;
  readonly owner: string | null;
  readonly contributors: readonly string[];
  readonly blocked: readonly string[];
  readonly first_seen: string;
  readonly sharing: Readonly<Record<Category, Pick<SharedCategory, 'audience'>>>;
}

export interface AccountsAnswer {
  readonly accounts: readonly GuildAccount[];
}

export interface FaultsAnswer {
  readonly faults: readonly { readonly what: string; readonly why: string; readonly fix: string }[];
}

export interface CorrectionAnswer {
  readonly corrected: readonly { readonly skill: string; readonly from: number; readonly to: number }[];
}

export interface DevicesAnswer {
  readonly devices: readonly DeviceData[];
}

export interface ApiKeysAnswer {
  readonly keys: readonly ApiKeyData[];
}

export interface GenerationStatus {
  readonly name: string;
  readonly version: string;
  readonly generation: number;
  readonly state: 'live' | 'previous' | 'building' | 'ready' | 'retired' | 'stopped';
  /** Null for a retired generation. */
  readonly role: 'live' | 'previous' | 'building' | 'candidate' | 'surplus' | null;
  readonly size_bytes: number;
  readonly stopped_reason: string | null;
  readonly damage: string | null;
  readonly position: number;
  readonly lag_events: number;
  readonly lag_seconds: number;
  readonly parked: number;
  /** A verification found this generation equal. */
  readonly verified_with: number | null;
  readonly progress: JobProgressData | null;
}

export interface ProjectionsAnswer {
  readonly projections: readonly GenerationStatus[];
}

export interface JobProgressData {
  readonly phase?: string;
  /** From 0 to 1. */
  readonly share?: number;
  readonly events?: number;
  readonly events_per_second?: number;
  readonly seconds_left?: number | null;
}

/** At most one of `rate` and `full_speed` is set. */
export interface RebuildOptionsData {
  /** Events per second. */
  readonly rate?: number;
  readonly full_speed?: boolean;
  readonly promote?: boolean;
}

/** The hub keeps the last hundred jobs. */
export interface JobData {
  readonly id: string;
  readonly kind: string;
  readonly subject: string | null;
  readonly state: 'running' | 'done' | 'failed' | 'lost';
  readonly options: RebuildOptionsData;
  readonly progress: JobProgressData | null;
  readonly result: unknown;
  readonly started_at: string;
  readonly updated_at: string;
}

export interface JobsAnswer {
  readonly jobs: readonly JobData[];
}

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

export interface ParkedData {
  readonly id: string;
  readonly projection: string;
  readonly generation: number;
  readonly stream: string;
  readonly partition: number;
  readonly offset: number;
  readonly account: string;
  readonly reason: string;
  readonly parked_at: string;
  readonly behind: number;
}

export interface ParkedAnswer {
  readonly parked: readonly ParkedData[];
}

export interface BackupsAnswer {
  readonly backups: readonly {
    readonly file: string;
    readonly taken_at: string;
    readonly kind: string;
    readonly bytes: number;
    readonly records: number;
    readonly verified_at: string | null;
    readonly problem: string | null;
    /** Whether another secret sealed the backup; null when unknown. */
    readonly other_hub: boolean | null;
    /** The hub uses authentic backups only. */
    readonly state: 'authentic' | 'forged' | 'another_hub' | 'not_checked';
  }[];
  readonly unreadable: readonly { readonly file: string; readonly problem: string }[];
  readonly folder_problem: { readonly problem: string; readonly fix: string } | null;
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

export interface IngestAnswer {
  readonly plugins: readonly {
    readonly plugin_title: string;
    readonly version: string | null;
    readonly devices: number;
    readonly last_seen_at: string | null;
  }[];
  readonly loudest: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly member: string | null;
    readonly reports: number;
    readonly bytes: number;
  }[];
  readonly since: string;
  /** Skills that this release does not know, by their place in the plugin's list of skills. */
  readonly unknown_skills: readonly {
    readonly plugin_title: string;
    readonly place: number;
    readonly last_reported_at: string;
  }[];
  /** Counted since the hub started. Empty when ingest is another process. */
  readonly skipped: readonly { readonly part: string; readonly count: number }[];
}

export interface SettingsAnswer {
  readonly settings: readonly {
    readonly name: string;
    /** Null when the setting is not set. Secrets are hidden. */
    readonly value: string | null;
  }[];
}

export interface DecommissionAnswer {
  readonly decommissioned: boolean;
  readonly since: string | null;
}

export interface AuditAnswer {
  readonly entries: readonly AuditEntryData[];
  /** By the id of a member, account, plugin or API key. */
  readonly names: Readonly<Record<string, string>>;
  /** The id of the last entry; null without older entries. */
  readonly older: string | null;
}

export interface PayloadData {
  readonly id: string;
  readonly received_at: string;
  readonly account: string | null;
  readonly account_name: string | null;
  readonly member: string | null;
  readonly device: string;
  readonly plugin_title: string;
  readonly plugin_version: string | null;
  readonly bytes: number;
}

export interface PayloadsAnswer {
  readonly payloads: readonly PayloadData[];
  /** Whether the search covered everything that is kept. */
  readonly complete: boolean;
}
