import {
  setReporterBlocked,
  transferAccount,
} from '../../../projections/access/commands/accounts/change-account.ts';
import { executeAccountErasure } from '../../../projections/access/commands/accounts/erase-account.ts';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { withRequestId } from '../../../projections/access/commands/command-event.ts';
import { executeCommand } from '../../../projections/access/commands/execute-command.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { Account } from '../../../projections/access/model/entities.ts';
import { sharingOf } from '../../../projections/access/model/sharing.ts';
import { namedAccounts } from '../../../projections/access/visibility/sorted-accounts.ts';
import { byCategory, categories } from '../../../shared/domain/category.ts';
import { carryOutErasure } from '../erasure/carry-out-erasure.ts';
import { finishErasures } from '../erasure/finish-erasures.ts';
import { type ErasureDocument, removeBackupKeys } from '../erasure/remove-backup-keys.ts';
import { isoTime } from '../iso-time.ts';
import { nameOfMember, namesOfMembers } from '../member-names.ts';
import type { ErasingHub, OperationHub, Requested } from '../operation-hub.ts';

export type AccountDocument = ReturnType<typeof accountDocument>;

interface AccountAndMember {
  readonly accountId: string;
  readonly memberId: string;
}

/** The operations throw as `executeCommand`. */
export const accountOperations = {
  /** Sorted by name; accounts without a name come last. */
  list: async (hub: OperationHub): Promise<{ accounts: AccountDocument[] }> => {
    const directory = await readCurrent(hub);
    const unnamed = [...directory.accounts.values()].filter(({ name }) => name === null);
    const accounts = [...namedAccounts(directory.accounts), ...unnamed];
    return { accounts: accounts.map((account) => accountDocument(directory, account)) };
  },

  transfer: async (hub: OperationHub, input: Requested<AccountAndMember>) => {
    const { accountId, memberId, actor, requestId } = input;
    const event = transferAccount(await readCurrent(hub), { accountId, memberId, actor });
    const { directory } = await executeCommand(hub, withRequestId(event, requestId));
    return { account: accountId, owner: nameOfMember(directory, memberId) };
  },

  block: async (hub: OperationHub, input: Requested<AccountAndMember & { readonly blocked: boolean }>) => {
    const { accountId, memberId, blocked, actor, requestId } = input;
    const event = setReporterBlocked(await readCurrent(hub), { accountId, memberId, blocked, actor });
    const { directory } = await executeCommand(hub, withRequestId(event, requestId));
    return { account: accountId, member: nameOfMember(directory, memberId), blocked };
  },

  /** A repeated call finishes every interrupted erasure. */
  erase: async (
    hub: ErasingHub,
    {
      accountId,
      backupDir,
      actor,
      requestId,
    }: Requested<{ readonly accountId: string; readonly backupDir: string }>,
  ): Promise<ErasureDocument> => {
    const before = await readCurrent(hub);
    if (before.erased.has(accountId)) await finishErasures(hub, before);
    else {
      await carryOutErasure(hub, await executeAccountErasure(hub, before, { accountId, actor, requestId }));
    }
    return { id: accountId, erased: true, backups: await removeBackupKeys(hub, backupDir, [accountId]) };
  },
} as const;

export function accountDocument(directory: Directory, account: Account) {
  return {
    id: account.id,
    name: account.name,
    owner: nameOfMember(directory, account.ownerId),
    contributors: namesOfMembers(directory, account.contributorIds),
    blocked: namesOfMembers(directory, account.blockedIds),
    first_seen: isoTime(account.firstSeen),
    sharing: byCategory(categories, (category) => {
      const { audience, with: members } = sharingOf(account, category);
      return { audience, with: namesOfMembers(directory, members) };
    }),
  };
}
