import type { Audience, Category } from '../../../../shared/domain/category.ts';

/** What the routes below `/console/api/` answer, as the pages read it. Times are ISO-8601; a field without a value is null. */

export interface SignInOptions {
  readonly hub_name: string;
  readonly discord: boolean;
  readonly has_members: boolean;
  /** Whether nobody on the way can read along: HTTPS, or this machine itself. */
  readonly private: boolean;
}

export interface LinkInspection {
  readonly kind: 'sign_in' | 'set_up';
  readonly name: string | null;
  readonly expires_at: string | null;
}

export interface SignInAnswer {
  readonly member: NamedMember;
  /** `stored`, of a set-up: the session begins once the hub has processed it. */
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
  /** The key for the read API, for as long as the session lasts. */
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
}

export interface ApiKeyData {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly kind: 'user' | 'service';
  readonly member: string | null;
  readonly status: 'active' | 'revoked' | 'expired' | 'member_left' | 'stored';
  readonly categories: readonly Category[];
  /** Ids; null reads every account that it may see. */
  readonly accounts: readonly string[] | null;
  readonly rate_limit_per_minute: number;
  readonly created_at?: string;
  readonly expires_at: string | null;
  /** To the minute; null where that is not known. Given in lists. */
  readonly last_used_at?: string | null;
  /** The secret, in the answer that made it only. */
  readonly key?: string;
}

export interface SharedCategory {
  readonly audience: Audience;
  /** Ids, of the audience `selected`. */
  readonly members: readonly string[];
}

export interface OwnAccount {
  readonly id: string;
  readonly name: string | null;
  readonly account_type?: number | null;
  readonly sharing: Readonly<Record<Category, SharedCategory>>;
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

/** The plugins that a member can pair. */
export interface PairablePlugins {
  /** Titles of those that take a pairing code. */
  readonly by_code: readonly string[];
  /** Those whose settings are pasted; `option` names one for the hub. */
  readonly pasted: readonly { readonly option: string; readonly title: string }[];
}

export interface OwnPageAnswer {
  readonly member: SessionAnswer['member'];
  readonly plugins: PairablePlugins;
  readonly devices: readonly DeviceData[];
  readonly keys: readonly ApiKeyData[];
  readonly accounts: readonly OwnAccount[];
  /** Active members, for sharing with some. */
  readonly members: readonly NamedMember[];
  readonly sessions: readonly {
    readonly id: string;
    readonly created_at: string;
    readonly last_used_at: string;
    readonly current: boolean;
  }[];
  /** What others did about this member that goes beyond what every member may. */
  readonly notices: readonly AuditEntryData[];
}

export interface NewPairingCode {
  readonly id: string;
  readonly code: string;
  readonly address: string;
  readonly expires_at: string;
}

/** What is pasted into a plugin; the hub never shows it again. */
export interface NewDeviceToken {
  /** Of the device. */
  readonly id: string;
  readonly title: string;
  readonly token: string;
  /** The address to paste; for some plugins the token is a part of it. */
  readonly url: string;
  readonly steps: readonly string[];
  /** `stored`: the token is refused until the hub has processed it. */
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

/** What became of a command. `waiting`: it is stored and not processed yet. */
export interface CommandOutcomeAnswer {
  readonly state: 'granted' | 'refused' | 'waiting' | 'unknown';
  readonly message: string | null;
}
