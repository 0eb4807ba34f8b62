import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { hasName } from '../../../../projections/access/directory/namesakes.ts';
import { isReporter } from '../../../../projections/access/model/entities.ts';
import { nameKey } from '../../../../shared/domain/text.ts';
import type { BackgroundWork } from '../../http/background-work.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import type { IncomingReport } from '../incoming-report.ts';
import { createDeviceAccounts } from './device-accounts.ts';
import { identityOf } from './reported-identity.ts';
import { createAccountResolver, type ResolvedAccount } from './resolve-account.ts';

type IdentifiedReport = Pick<IncomingReport, 'plugin' | 'device' | 'memory' | 'report' | 'deadline' | 'now'>;

/**
 * Finds the account of a report, or creates it at its first contact.
 * @returns `unknown` for an `unnamed` player whose device has no account or several, and for a
 * `mentioned` player whose account the member does not report. Also for a `sure` player without
 * identity and name
 * @throws as `createAccountResolver`
 */
export function createAccountFinder(
  deps: IngestDeps,
  backgroundWork: BackgroundWork,
): (incoming: IdentifiedReport) => Promise<ResolvedAccount | 'unknown'> {
  const { directory } = deps;
  const resolveAccount = createAccountResolver(deps, backgroundWork);
  const deviceAccounts = createDeviceAccounts(deps);

  async function accountOfDevice({
    device,
    memory,
    now,
  }: IdentifiedReport): Promise<ResolvedAccount | 'unknown'> {
    const known = directory.currentOrStale();
    const only = await deviceAccounts.onlyAccountOf(known, device, memory.accounts, now);
    // No check for a block is needed: `onlyAccountOf` finds only accounts that do not block the
    // member.
    return only === null ? 'unknown' : { accountId: only.id };
  }

  return async (incoming) => {
    const { plugin, device, memory, report, deadline, now } = incoming;
    const { nameCertainty, name } = report.player;
    const identity = identityOf(report.player, device);
    if (identity === null) return nameCertainty === 'unnamed' ? accountOfDevice(incoming) : 'unknown';
    if (nameCertainty === 'mentioned' && !isReported(directory.currentOrStale(), device.memberId, name)) {
      return 'unknown';
    }
    const resolved = await resolveAccount(identity, plugin.source, deadline);
    const isAccount = resolved !== null && typeof resolved === 'object';
    if (plugin.hasNamesOnly === true && isAccount) {
      deviceAccounts.note(device, memory.accounts, resolved.accountId, now);
    }
    return resolved;
  };
}

function isReported(directory: Directory, memberId: string, name: string | null): boolean {
  const key = nameKey(name ?? '');
  return [...directory.accounts.values()].some(
    (account) => isReporter(account, memberId) && hasName(directory, account, key),
  );
}
