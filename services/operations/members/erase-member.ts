import {
  eraseAccount,
  executeAccountErasure,
  identitiesSeenBetween,
  idsLinkedBetween,
} from '../../../projections/access/commands/accounts/erase-account.ts';
import { otherIdsOf } from '../../../projections/access/commands/accounts/ids-of-identities.ts';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { withRequestId } from '../../../projections/access/commands/command-event.ts';
import { executeCommand } from '../../../projections/access/commands/execute-command.ts';
import { eraseMember } from '../../../projections/access/commands/members/erase-member.ts';
import { reportRefusedChanges } from '../../../projections/access/commands/members/report-refused-change.ts';
import { requireMember } from '../../../projections/access/commands/require-known.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import {
  accountsLeftBehind,
  isLeftWithoutOwner,
} from '../../../projections/access/model/accounts-left-behind.ts';
import { type Account, identityKey } from '../../../projections/access/model/entities.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { deleteContacts } from '../devices/device-contacts.ts';
import { carryOutErasure, ignoreLogDamage } from '../erasure/carry-out-erasure.ts';
import { finishErasures } from '../erasure/finish-erasures.ts';
import { type ErasureDocument, removeBackupKeys } from '../erasure/remove-backup-keys.ts';
import { deleteKeyUses, keysOf } from '../keys/api-key-document.ts';
import { nameOfMember } from '../member-names.ts';
import type { ErasingHub, OperationHub, Requested } from '../operation-hub.ts';
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

/** The operations throw as `executeCommand`. */
export const memberErasure = {
  /** The lists are empty for an erased member. */
  accountsOf: async (hub: OperationHub, memberId: string): Promise<AccountsOfMember> => {
    const directory = await readCurrent(hub);
    if (directory.erased.has(memberId)) return { without_owner: [], passed_on: [] };
    requireMember(directory, memberId);
    return accountsOfMember(directory, memberId);
  },

  /**
   * Erases a member with keys and devices. A repeated call finishes an interrupted erasure.
   * @throws OperatorError `accounts_undecided` when accounts would have no owner and `accounts` is
   * missing
   */
  erase: async (hub: ErasingHub, input: Requested<MemberErasure>): Promise<MemberErasureDocument> => {
    const { memberId, backupDir } = input;
    const directory = await readCurrent(hub);
    const isRepeated = directory.erased.has(memberId);
    if (isRepeated) await finishErasures(hub, directory);
    const { subjects, accounts } = isRepeated
      ? { subjects: [memberId], accounts: { erased: [], kept: [], passed_on: [] } }
      : await eraseWithAccounts(hub, directory, input);
    const refused = await eraseRefusedMembers(hub);
    const backups = await removeBackupKeys(hub, backupDir, [...subjects, ...refused]);
    return { id: memberId, erased: true, backups, accounts };
  },
} as const;

type Erased = Pick<MemberErasureDocument, 'accounts'> & { readonly subjects: readonly string[] };

/**
 * One event erases the member and the accounts, so that the log decides about all at once. Further
 * events erase ids and accounts that appear during the erasure.
 */
async function eraseWithAccounts(
  hub: OperationHub,
  before: Directory,
  { memberId, accounts: decision, actor, requestId }: Requested<MemberErasure>,
): Promise<Erased> {
  requireMember(before, memberId);
  const { without_owner: alone, passed_on } = accountsOfMember(before, memberId);
  if (alone.length > 0 && decision === undefined) throw undecided(alone);
  await reportRefusedChanges(hub, before).catch(ignoreLogDamage);
  const keys = keysOf(before, memberId);
  const devices = [...before.devicesByTokenHash.values()].filter((device) => device.memberId === memberId);
  const listed = (decision === 'erase' ? alone : []).map(({ id: accountId }) => ({
    accountId,
    ids: otherIdsOf(hub.hubSecret, before, accountId),
  }));
  const command = eraseMember(before, { memberId, accounts: listed, actor });
  const { directory: after } = await executeCommand(hub, withRequestId(command, requestId));
  const erased = listed.filter(({ accountId }) => after.erased.has(accountId));
  const subjects = [memberId, ...erased.flatMap(({ accountId, ids }) => [accountId, ...ids])];
  const [first] = erased;
  const late = first === undefined ? [] : await idsLinkedBetween(hub.journal, before, after);
  if (first !== undefined && late.length > 0) {
    await executeCommand(hub, eraseAccount(before, { accountId: first.accountId, ids: late, actor }));
  }
  subjects.push(...late);
  const started =
    decision === 'erase' ? await accountsStartedBetween(hub.journal, before, after, memberId) : [];
  for (const accountId of started) {
    subjects.push(...(await executeAccountErasure(hub, after, { accountId, actor })));
  }
  await deleteKeyUses(hub.database, '= any', idsOf(keys));
  await deleteContacts(hub, '= any', idsOf(devices));
  await carryOutErasure(hub, subjects);
  const isErased = ({ id }: NamedAccount) => erased.some(({ accountId }) => accountId === id);
  const accounts = {
    erased: alone.filter(isErased),
    kept: alone.filter((account) => !isErased(account)),
    passed_on,
  };
  return { subjects, accounts };
}

/** The accounts without an owner that the member's plugins started during the erasure. */
async function accountsStartedBetween(
  journal: Journal,
  before: Directory,
  after: Directory,
  memberId: string,
): Promise<string[]> {
  const seen = await identitiesSeenBetween(journal, before, after);
  const started = seen
    .filter(({ member_id }) => member_id === memberId)
    .flatMap(({ source, external_id }) => after.identities.get(identityKey(source, external_id)) ?? [])
    .flatMap(({ accountId }) => after.accounts.get(accountId) ?? [])
    .filter((account) => !before.accounts.has(account.id) && isLeftWithoutOwner(account, memberId));
  return [...new Set(started.map(({ id }) => id))];
}

const idsOf = (entities: Iterable<{ readonly id: string }>) => Array.from(entities, ({ id }) => id);

function undecided(alone: readonly NamedAccount[]): OperatorError {
  const names = alone.map(({ id, name }) => (name === null ? id : `${name} (${id})`)).join(', ');
  const message = `nothing was erased: nobody else reports ${names}, so say what becomes of these accounts: --accounts keep or --accounts erase`;
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
