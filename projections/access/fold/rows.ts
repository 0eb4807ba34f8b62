import type { IdentitySource } from '../../../shared/domain/account-id.ts';
import type { Account, ApiKey, Device, Member, PairingCode } from '../directory/directory.ts';
import type { Refusal } from './refusal.ts';

/** The offset of the record that last wrote a row: what a copy in memory is refreshed by. */
interface Stamped {
  readonly lastOffset: number;
}

export interface MemberRow extends Member, Stamped {
  /** The name as names are compared. */
  readonly nameKey: string;
}

export interface AdminRow extends Stamped {
  readonly memberId: string;
  /** False once the mark was taken. */
  readonly admin: boolean;
}

export interface PairingCodeRow extends PairingCode, Stamped {
  readonly codeHash: string;
}

export interface DeviceRow extends Device, Stamped {
  readonly tokenHash: string;
}

export interface AccountRow extends Omit<Account, 'accountHash'>, Stamped {
  /** The name as names are compared; until one was stated, the one that the account's first identity came with. */
  readonly nameKey: string | null;
  readonly haHash: string | null;
  readonly dinkHash: string | null;
}

export interface IdentityRow extends Stamped {
  readonly source: IdentitySource;
  readonly externalId: string;
  readonly accountId: string;
  readonly memberIds: readonly string[];
}

export interface KeyRow extends Omit<ApiKey, 'secretHash' | 'accountIds'>, Stamped {
  /** Base64. */
  readonly secretHash: string;
  readonly accountIds: readonly string[] | null;
}

/** The only row of its table. */
export interface DecommissionRow extends Stamped {
  readonly hub: 'hub';
  readonly on: boolean;
  readonly since: number;
}

/** What became of a command: granted, or refused for a reason. */
export interface VerdictRow extends Stamped {
  readonly recordId: string;
  /** Whom the command was about: when they are erased, it goes with them. */
  readonly subject: string;
  readonly refusal: Refusal | null;
}

/** An account or member that is gone for good. */
export interface ErasedRow extends Stamped {
  readonly subject: string;
  /** Record time of the erasure. */
  readonly at: number;
}

export interface ParkedDecisionRow extends Stamped {
  readonly projection: string;
  readonly recordId: string;
  readonly recordOffset: number;
  readonly decision: 'retry' | 'drop';
}
