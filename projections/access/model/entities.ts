import { type Identity, IdentitySource } from '../../../shared/domain/account-id.ts';
import type { CategoryMask, DefaultSharing } from '../../../shared/domain/category.ts';
import type {
  CompetitionMetric,
  CompetitionTeam,
  CompetitionTimes,
} from '../../../shared/domain/competition.ts';
import type { AccountSharing } from './sharing.ts';

// Times are epoch ms by the log's clock.

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly chatId: string | null;
  readonly timeZone: string;
  /** The sharing of new accounts; null: `DEFAULT_SHARING` counts. */
  readonly defaultSharing: DefaultSharing | null;
  readonly active: boolean;
  /** When a record last changed what others see of the member. */
  readonly changedAt: number;
}

export interface Account {
  readonly id: string;
  /** Null until a report named the account; until then the account is not served. */
  readonly name: string | null;
  /** `nameKey` of the last reported name; before that, of the first identity's name. */
  readonly nameKey: string | null;
  /** When a record last named the account. */
  readonly namedAt: number;
  readonly type: number | null;
  readonly haHash: string | null;
  readonly dinkHash: string | null;
  /** The shown hash (`shownHash`). */
  readonly accountHash: string | null;
  readonly firstSeen: number;
  readonly ownerId: string | null;
  /** Reporters other than the owner, in the order in which they inherit the account. */
  readonly contributorIds: readonly string[];
  /** Members whose devices are not allowed to report it. */
  readonly blockedIds: readonly string[];
  readonly sharing: AccountSharing;
  /** When a record last changed the account's name, type, hash or owner. */
  readonly changedAt: number;
}

export function shownHash({ haHash, dinkHash }: Readonly<Record<'haHash' | 'dinkHash', string | null>>) {
  return haHash ?? dinkHash;
}

export function heirOf({ contributorIds }: Pick<Account, 'contributorIds'>): string | null {
  return contributorIds[0] ?? null;
}

export function isReporter(
  { ownerId, contributorIds }: Pick<Account, 'ownerId' | 'contributorIds'>,
  memberId: string,
): boolean {
  return ownerId === memberId || contributorIds.includes(memberId);
}

export interface IdentityLink {
  readonly accountId: string;
  /** Members who reported the account under this identity. */
  readonly memberIds: ReadonlySet<string>;
}

export interface Device {
  readonly id: string;
  readonly memberId: string;
  readonly plugin: string;
  readonly name: string;
  readonly pairedAt: number;
  readonly lastSeenAt: number | null;
  readonly revoked: boolean;
}

export interface PairingCode {
  readonly memberId: string;
  readonly expiresAt: number;
  /** Null until a device used the code. */
  readonly deviceId: string | null;
}

export interface ApiKey {
  readonly id: string;
  readonly prefix: string;
  /** SHA-256 of the secret. */
  readonly secretHash: Buffer;
  readonly kind: 'user' | 'service';
  readonly name: string;
  /** The creator of a user key; null for a service key. */
  readonly memberId: string | null;
  readonly categories: CategoryMask;
  /** Null: not limited to certain accounts. */
  readonly accountIds: ReadonlySet<string> | null;
  readonly rateLimitPerMinute: number;
  readonly expiresAt: number | null;
  readonly revoked: boolean;
  readonly createdAt: number;
  /** When a record last changed the categories or accounts of the key. */
  readonly changedAt: number;
}

export interface Competition extends CompetitionTimes {
  readonly id: string;
  readonly title: string;
  readonly metric: CompetitionMetric;
  /** May hold the ids of erased accounts. */
  readonly teams: readonly CompetitionTeam[];
}

/** A source never contains a space. */
export function identityOfKey(key: string): Identity {
  const space = key.indexOf(' ');
  return { source: IdentitySource.parse(key.slice(0, space)), externalId: key.slice(space + 1) };
}

export function identityKey(source: IdentitySource, externalId: string): string {
  return `${source} ${externalId}`;
}
