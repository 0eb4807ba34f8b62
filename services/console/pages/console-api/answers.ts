import type { HistoryCounts } from '../../../../shared/domain/account-history.ts';
import type { Audience, Category, ShareableCategory } from '../../../../shared/domain/category.ts';

/** The answers below `/console/api/`. Times are ISO-8601, and a field without a value is null. */

export interface SignInOptions {
  readonly hub_name: string;
  readonly discord: boolean;
  readonly has_members: boolean;
  /** HTTPS, or the same computer. */
  readonly private: boolean;
}

export interface LinkInspection {
  readonly kind: 'sign_in' | 'set_up';
  readonly name: string | null;
  readonly expires_at: string | null;
}

export interface SignInAnswer {
  readonly member: NamedMember;
  /** `stored`, after a set-up: the session begins when the hub has processed the member. */
  readonly status?: 'active' | 'stored';
}

export interface SessionAnswer {
  readonly member: {
    readonly id: string;
    readonly name: string;
    readonly is_admin: boolean;
    readonly time_zone: string;
    readonly chat_id: string | null;
  };
  /** For the read API during the session. */
  readonly key: string;
  readonly expires_at: string;
  readonly private: boolean;
}

export interface NamedMember {
  readonly id: string;
  readonly name: string;
}

export interface DeviceData {
  readonly id: string;
  readonly member: string | null;
  readonly plugin_title: string;
  readonly name: string | null;
  readonly paired_at: string;
  readonly last_seen_at: string | null;
  readonly status: 'active' | 'revoked' | 'member_left';
  readonly version: string | null;
  readonly last_heard_at: string | null;
  readonly last_refused_at: string | null;
  readonly last_refusal: string | null;
  /** Includes kinds that have not arrived, with 0. */
  readonly messages: readonly {
    readonly kind: string;
    readonly title: string;
    readonly count: number;
    readonly last_at: string | null;
  }[];
  readonly warning: string | null;
  /** The settings that stay in the plugin after it is revoked. */
  readonly after_revoking: string | null;
}

export interface ApiKeyData {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly kind: 'user' | 'service';
  readonly member: string | null;
  readonly status: 'active' | 'revoked' | 'expired' | 'member_left' | 'stored';
  readonly categories: readonly Category[];
  /** Ids; null means every account that the key may read. */
  readonly accounts: readonly string[] | null;
  readonly rate_limit_per_minute: number;
  readonly created_at?: string;
  readonly expires_at: string | null;
  /** To the minute; null when unknown. Only in lists. */
  readonly last_used_at?: string | null;
  /** Only in the answer that created the key. */
  readonly key?: string;
}

export interface SharedCategory {
  readonly audience: Audience;
  /** Ids, for the audience `selected`. */
  readonly members: readonly string[];
}

export interface OwnAccount {
  readonly id: string;
  readonly name: string | null;
  readonly account_type?: number | null;
  readonly sharing: Readonly<Record<ShareableCategory, SharedCategory>>;
}

export interface ErasureAnswer {
  /** Whether backups still contain what was erased. */
  readonly backups: 'none' | 'closed' | 'open';
}

interface ErasedAccount {
  readonly id: string;
  readonly name: string | null;
}

export interface MemberErasurePreview {
  /** Nobody else reports these accounts. */
  readonly without_owner: readonly ErasedAccount[];
  readonly passed_on: readonly (ErasedAccount & { readonly owner: string | null })[];
}

export type ErasureDecision = 'keep' | 'erase';

export interface MemberErasureAnswer extends ErasureAnswer {
  readonly accounts: {
    readonly erased: readonly ErasedAccount[];
    readonly kept: readonly ErasedAccount[];
    readonly passed_on: MemberErasurePreview['passed_on'];
  };
}

export interface TwinData {
  readonly id: string;
  readonly name: string;
  readonly owner: string | null;
  readonly first_seen: string;
  readonly last_reported_at: string | null;
  readonly still_reported: boolean;
  readonly twin_of: { readonly id: string; readonly owner: string | null };
  readonly lost: HistoryCounts;
}

/** Newest first. */
export interface AccountNamesAnswer {
  readonly account: string;
  readonly names: readonly {
    readonly name: string;
    readonly from: string;
    /** Null for the present name. */
    readonly to: string | null;
  }[];
}

export interface TwinsAnswer {
  readonly twins: readonly TwinData[];
}

export interface AuditEntryData {
  readonly id: string;
  readonly at: string;
  readonly actor: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly subject_name: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface PairablePlugins {
  readonly by_code: readonly string[];
  /** `option` is the name for the hub. */
  readonly pasted: readonly { readonly option: string; readonly title: string }[];
}

/** For an account that the member's plugins report for the first time. */
export type DefaultSharingData = Readonly<Record<Category, 'guild' | 'private'>>;

export interface OwnPageAnswer {
  readonly member: SessionAnswer['member'];
  readonly default_sharing: DefaultSharingData;
  readonly plugins: PairablePlugins;
  readonly devices: readonly DeviceData[];
  readonly keys: readonly ApiKeyData[];
  readonly accounts: readonly OwnAccount[];
  /** Active members. */
  readonly members: readonly NamedMember[];
  readonly sessions: readonly {
    readonly id: string;
    readonly created_at: string;
    readonly last_used_at: string;
    readonly current: boolean;
  }[];
  /** Actions of others that concern this member and need special rights. */
  readonly notices: readonly AuditEntryData[];
}

/** An address that works on the hub's own machine only, and addresses for its network. */
export interface LocalAddressData {
  readonly origin: string;
  readonly network_origins: readonly string[];
}

export interface NewPairingCode {
  readonly id: string;
  readonly code: string;
  readonly address: string;
  /** Null when other machines reach the address. */
  readonly local: LocalAddressData | null;
  readonly expires_at: string;
}

/** The hub shows these settings once. */
export interface NewDeviceToken {
  readonly id: string;
  readonly title: string;
  readonly token: string;
  /** For some plugins the address contains the token. */
  readonly url: string;
  /** The effects of the pasted settings, shown before the paste. */
  readonly changes: readonly string[];
  readonly choices: readonly {
    readonly name: string;
    readonly label: string;
    readonly effect: string;
  }[];
  readonly steps: readonly string[];
  readonly other_way: { readonly title: string; readonly steps: readonly string[] } | null;
  /** Null when other machines reach the address. */
  readonly local: LocalAddressData | null;
  /** `stored`: the hub refuses the token until it is processed. */
  readonly status: 'active' | 'stored';
}

export interface PairingAnswer {
  readonly state: 'waiting' | 'paired' | 'reported' | 'expired';
  readonly device: DeviceData | null;
  readonly accounts: readonly { readonly id: string; readonly name: string | null }[];
  readonly categories: readonly Category[];
}

export interface SharingPreview {
  readonly accounts: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly categories: readonly Category[];
  }[];
}

/** `waiting`: stored and not processed yet. */
export interface CommandOutcomeAnswer {
  readonly state: 'granted' | 'refused' | 'waiting' | 'unknown';
  readonly message: string | null;
}
