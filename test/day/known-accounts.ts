import { executeCommands } from '../../projections/access/commands/execute-command.ts';
import { shareCategory } from '../../projections/access/commands/sharing/share-category.ts';
import type { HubCore } from '../../services/standalone/open-core.ts';
import { deriveAccountId } from '../../shared/domain/account-id.ts';
import type { Known } from './expected-accounts.ts';
import { liveState } from './live-state.ts';
import { iso, type Sent } from './sent.ts';

type Named = Pick<Known, 'id' | 'name' | 'hash' | 'type' | 'hidden'>;

/**
 * Only players who were seen as their own character have a name. Every third player hides the
 * place.
 */
export function namedAccounts(hub: HubCore, sent: ReadonlyMap<string, readonly Sent[]>): Named[] {
  const named = [...sent].flatMap(([name, reports]) => {
    const own = reports.find((report) => report.own);
    return own === undefined ? [] : [{ name, player: own.report.player }];
  });
  return named.map(({ name, player: { accountHash: hash, accountType } }, index) => ({
    id: deriveAccountId(hub.hubSecret, { source: 'ha_hash', externalId: hash }, 0),
    name,
    hash,
    type: Number(accountType),
    hidden: index % 3 === 0 ? 'location_live' : null,
  }));
}

export async function hideLocations(hub: HubCore, accounts: readonly Named[]): Promise<void> {
  const directory = hub.directory.current();
  const hidden = { category: 'location_live', audience: 'private', memberIds: [], actor: 'cli' } as const;
  const events = accounts
    .filter((account) => account.hidden !== null)
    .map(({ id }) => shareCategory(directory, { ...hidden, accountId: id }));
  await executeCommands(hub, events);
}

export function knownAccounts(
  accounts: readonly Named[],
  sent: ReadonlyMap<string, readonly Sent[]>,
): Known[] {
  return accounts.map((account) => {
    const reports = sent.get(account.name) ?? [];
    return { ...account, firstSeen: iso(reports[0]?.at ?? 0), state: liveState(reports) };
  });
}
