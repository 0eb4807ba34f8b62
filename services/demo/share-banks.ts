import { executeCommands } from '../../projections/access/commands/execute-command.ts';
import { shareCategory } from '../../projections/access/commands/sharing/share-category.ts';
import { sharingOf } from '../../projections/access/model/sharing.ts';
import type { EnrolmentHub } from './enrolment.ts';

/** Shares the banks of these members that nobody has shared or hidden yet with the guild. */
export async function shareBanks(hub: EnrolmentHub, memberIds: ReadonlySet<string>): Promise<void> {
  const directory = hub.directory.current();
  const unshared = [...directory.accounts.values()].filter(
    (account) =>
      account.ownerId !== null &&
      memberIds.has(account.ownerId) &&
      sharingOf(account, 'bank').changedAt === 0,
  );
  if (unshared.length === 0) return;
  const guild = { category: 'bank', audience: 'guild', memberIds: [], actor: 'hub' } as const;
  await executeCommands(
    hub,
    unshared.map(({ id: accountId }) => shareCategory(directory, { accountId, ...guild })),
  );
}
