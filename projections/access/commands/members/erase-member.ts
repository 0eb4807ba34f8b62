import type { Journal } from '../../../../shared/log/journal.ts';
import type { Directory } from '../../directory/directory.ts';
import { accountsLeftBehind, isLeftWithoutOwner } from '../../model/accounts-left-behind.ts';
import { identityKey } from '../../model/entities.ts';
import {
  eraseAccount,
  executeAccountErasure,
  identitiesSeenBetween,
  idsLinkedBetween,
} from '../accounts/erase-account.ts';
import { otherIdsOf } from '../accounts/ids-of-identities.ts';
import { type CommandInput, withRequestId } from '../command-event.ts';
import { type CommandHub, executeCommand } from '../execute-command.ts';
import { eraseMember } from './remove-member.ts';

interface MemberErasure {
  readonly memberId: string;
  /** Whether the accounts that would have no owner are erased too. */
  readonly withAccounts: boolean;
  readonly requestId?: string | undefined;
}

interface ErasedWithMember {
  /** The accounts of `before` that were erased. */
  readonly accountIds: readonly string[];
  /** All subjects whose records are to be made unreadable now. */
  readonly subjects: readonly string[];
}

type ErasingHub = CommandHub & { readonly hubSecret: Uint8Array };

/**
 * One event erases the member and the accounts, so that the log decides about all at once. Further
 * events erase ids and accounts that appear during the erasure.
 * @throws as `executeCommand`
 */
export async function executeMemberErasure(
  hub: ErasingHub,
  before: Directory,
  { memberId, withAccounts, actor, requestId }: CommandInput<MemberErasure>,
): Promise<ErasedWithMember> {
  const alone = withAccounts ? accountsLeftBehind(before, memberId).withoutOwner : [];
  const accounts = alone.map(({ id: accountId }) => ({
    accountId,
    ids: otherIdsOf(hub.hubSecret, before, accountId),
  }));
  const command = eraseMember(before, { memberId, accounts, actor });
  const { directory: after } = await executeCommand(hub, withRequestId(command, requestId));
  const erased = accounts.filter(({ accountId }) => after.erased.has(accountId));
  const subjects = [memberId, ...erased.flatMap(({ accountId, ids }) => [accountId, ...ids])];
  const [first] = erased;
  const late = first === undefined ? [] : await idsLinkedBetween(hub.journal, before, after);
  if (first !== undefined && late.length > 0) {
    await executeCommand(hub, eraseAccount(before, { accountId: first.accountId, ids: late, actor }));
  }
  const started = withAccounts ? await accountsStartedBetween(hub.journal, before, after, memberId) : [];
  for (const accountId of started) {
    late.push(...(await executeAccountErasure(hub, after, { accountId, actor })));
  }
  return { accountIds: erased.map(({ accountId }) => accountId), subjects: [...subjects, ...late] };
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
