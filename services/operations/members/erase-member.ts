import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { executeMemberErasure } from '../../../projections/access/commands/members/erase-member.ts';
import { reportRefusedChanges } from '../../../projections/access/commands/members/report-refused-change.ts';
import { requireMember } from '../../../projections/access/commands/require-known.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { accountsLeftBehind } from '../../../projections/access/model/accounts-left-behind.ts';
import type { Account } from '../../../projections/access/model/entities.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { deleteContactsOfDevices } from '../devices/device-contacts.ts';
import { carryOutErasure } from '../erasure/carry-out-erasure.ts';
import { finishErasures } from '../erasure/finish-erasures.ts';
import { ignoreLogDamage } from '../erasure/ignore-log-damage.ts';
import { type ErasureDocument, removeBackupKeys } from '../erasure/remove-backup-keys.ts';
import { keysOf } from '../keys/api-key-document.ts';
import { deleteKeyUses } from '../keys/api-key-last-used.ts';
import { nameOfMember } from '../member-names.ts';
import type { OperationHub, Requested } from '../operation-hub.ts';
import { eraseRefusedMembers } from './admit-member.ts';

/** For accounts that have no owner after an erasure. */
export const accountDecisions = ['keep', 'erase'] as const;
export type AccountDecision = (typeof accountDecisions)[number];

interface NamedAccount {
  readonly id: string;
  readonly name: string | null;
}

export interface AccountsOfMember {
  /** Nobody else reports these accounts. */
  readonly without_owner: readonly NamedAccount[];
  /** Accounts that pass to another member, who reports them too. */
  readonly passed_on: readonly (NamedAccount & { readonly owner: string | null })[];
}

interface MemberErasure {
  readonly memberId: string;
  readonly backupDir: string;
  readonly accounts?: AccountDecision | undefined;
}

export interface MemberErasureDocument extends ErasureDocument {
  readonly accounts: {
    readonly erased: readonly NamedAccount[];
    /** Accounts without an owner now. */
    readonly kept: readonly NamedAccount[];
    readonly passed_on: AccountsOfMember['passed_on'];
  };
}

/** The lists are empty for an erased member. */
export async function readAccountsOfMember(hub: OperationHub, memberId: string): Promise<AccountsOfMember> {
  const directory = await readCurrent(hub);
  if (directory.erased.has(memberId)) return { without_owner: [], passed_on: [] };
  requireMember(directory, memberId);
  return accountsOfMember(directory, memberId);
}

/**
 * Erases a member with keys and devices. A repeated call finishes an interrupted erasure.
 * @throws OperatorError `accounts_undecided` when accounts would have no owner and `accounts` is
 * missing
 */
export async function carryOutMemberErasure(
  hub: OperationHub,
  input: Requested<MemberErasure>,
): Promise<MemberErasureDocument> {
  const { memberId, backupDir } = input;
  const directory = await readCurrent(hub);
  const { subjects, accounts } = directory.erased.has(memberId)
    ? await finishErasure(hub, directory, memberId)
    : await eraseWithAccounts(hub, directory, input);
  const refused = await eraseRefusedMembers(hub);
  const backups = await removeBackupKeys(hub, backupDir, [...subjects, ...refused]);
  return { id: memberId, erased: true, backups, accounts };
}

type Erased = Pick<MemberErasureDocument, 'accounts'> & { readonly subjects: readonly string[] };

async function finishErasure(hub: OperationHub, directory: Directory, memberId: string): Promise<Erased> {
  await finishErasures(hub, directory);
  return { subjects: [memberId], accounts: { erased: [], kept: [], passed_on: [] } };
}

async function eraseWithAccounts(
  hub: OperationHub,
  directory: Directory,
  { memberId, accounts: decision, actor, requestId }: Requested<MemberErasure>,
): Promise<Erased> {
  requireMember(directory, memberId);
  const { without_owner: alone, passed_on } = accountsOfMember(directory, memberId);
  if (alone.length > 0 && decision === undefined) throw undecided(alone.length);
  await reportRefusedChanges(hub, directory).catch(ignoreLogDamage);
  const keys = keysOf(directory, memberId);
  const devices = [...directory.devicesByTokenHash.values()].filter((device) => device.memberId === memberId);
  const withAccounts = decision === 'erase';
  const done = await executeMemberErasure(hub, directory, { memberId, withAccounts, actor, requestId });
  await deleteKeyUses(hub.database, idsOf(keys));
  await deleteContactsOfDevices(hub, idsOf(devices));
  await carryOutErasure(hub, done.subjects);
  const isErased = ({ id }: NamedAccount) => done.accountIds.includes(id);
  const accounts = {
    erased: alone.filter(isErased),
    kept: alone.filter((account) => !isErased(account)),
    passed_on,
  };
  return { subjects: done.subjects, accounts };
}

const idsOf = (entities: Iterable<{ readonly id: string }>) => Array.from(entities, ({ id }) => id);

function undecided(count: number): OperatorError {
  const accounts = count === 1 ? '1 account that' : `${count} accounts that`;
  const message = `nothing was erased: the member has ${accounts} nobody else reports; say whether to keep or erase them`;
  return new OperatorError('accounts_undecided', message);
}

function accountsOfMember(directory: Directory, memberId: string): AccountsOfMember {
  const { withoutOwner, passedOn } = accountsLeftBehind(directory, memberId);
  return {
    without_owner: withoutOwner.map(named),
    passed_on: passedOn.map(({ account, heirId }) => ({
      ...named(account),
      owner: nameOfMember(directory, heirId),
    })),
  };
}

function named({ id, name }: Account): NamedAccount {
  return { id, name };
}
