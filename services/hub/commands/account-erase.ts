import type { Command } from 'commander';
import { findAccount } from '../../../projections/access/commands/lookup.ts';
import {
  type Account,
  type Directory,
  identityOfKey,
} from '../../../projections/access/directory/directory.ts';
import { deriveAccountId } from '../../../shared/domain/account-id.ts';
import { accountErased } from '../../../shared/events/account-erased.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { identitySeen } from '../../../shared/events/identity-seen.ts';
import { carryOutErasure } from '../carry-out-erasure.ts';
import { change, readCurrent } from '../change.ts';
import { confirm, type Decided, decidedBy } from '../confirm.ts';
import type { HubConnection } from '../connect.ts';
import type { Output } from '../output.ts';
import { readMembership } from '../read-membership.ts';
import { runCommand } from '../run-command.ts';

export function accountEraseCommand(group: Command): void {
  group
    .command('erase')
    .description('erase an account and all that it left, for good; a later report starts from nothing')
    .argument('<id>', 'the account’s id')
    .option('--yes', 'do not ask')
    .action((id: string, _: unknown, command: Command) =>
      runCommand(command, (hub) => erase(hub, id, decidedBy(command))),
    );
}

async function erase(hub: HubConnection, id: string, decided: Decided): Promise<Output> {
  const before = await readCurrent(hub);
  // Ended half-way once: whatever is left of any erasure is done now.
  if (before.erased.has(id)) await carryOutErasure(hub, [...before.erased]);
  else {
    const account = findAccount(before, id, 'id');
    const name = account.name ?? account.id;
    await confirm(
      `This erases ${name} with its whole history. It cannot be taken back.`,
      account.id,
      decided,
    );
    await eraseNow(hub, before, account);
  }
  return { document: { id, erased: true }, text: `Erased ${id}. A later report of it starts from nothing.` };
}

async function eraseNow(hub: HubConnection, before: Directory, account: Account): Promise<void> {
  const ids = idsOf(hub.hubSecret, before, account);
  let { directory } = await state(hub, account.id, ids);
  const late = await idsLinkedSince(hub, before, directory);
  if (late.length > 0) ({ directory } = await state(hub, account.id, [...ids, ...late]));
  await carryOutErasure(hub, [account.id, ...ids, ...late]);
}

function state(hub: HubConnection, accountId: string, ids: readonly string[]) {
  const data = { account_id: accountId, ids: [...ids] };
  return change(hub, newEvent(accountErased, { subject: 'hub', source: 'cli' }, data));
}

/**
 * What else is derived from the account's identities: records about one that was linked to the account by its name name
 * that id, and are closed with a key of it.
 */
function idsOf(hubSecret: Buffer, { identities, erased }: Directory, account: Account): string[] {
  const ids = new Set<string>();
  for (const [key, { accountId }] of identities) {
    if (accountId !== account.id) continue;
    for (let erasures = 0; ; erasures += 1) {
      const id = deriveAccountId(hubSecret, identityOfKey(key), erasures);
      if (id !== account.id && !erased.has(id)) ids.add(id);
      if (!erased.has(id)) break;
    }
  }
  return [...ids];
}

/** The ids under which identities were seen while the erasure was on its way, and that went with the account. */
async function idsLinkedSince(hub: HubConnection, before: Directory, after: Directory): Promise<string[]> {
  const events = await readMembership(hub.journal, before.epoch, after.epoch);
  const ids = events.flatMap((event) => {
    if (event.type !== identitySeen.type) return [];
    const { account_id, source, external_id } = identitySeen.schema.parse(event.data);
    const isLinked = after.identities.has(`${source} ${external_id}`);
    return isLinked || after.erased.has(account_id) ? [] : [account_id];
  });
  return [...new Set(ids)];
}
