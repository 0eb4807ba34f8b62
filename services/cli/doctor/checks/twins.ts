import { findTwins } from '../../../../projections/access/model/twin-accounts.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf } from '../finding.ts';

export const twinsCheck = defineCheck('twins', readTwins, judgeTwins);

async function readTwins(hub: ExaminedHub) {
  const directory = await hub.directory();
  const pairs = directory === null ? [] : findTwins(directory.accounts.values());
  return pairs.map(({ twin, original }) => ({ twinId: twin.id, originalId: original.id }));
}

/** Names accounts by their ids, because a saved finding stays when an account is erased. */
export function judgeTwins(twins: FactsOf<typeof readTwins>): Finding {
  const faults = twins.map(({ twinId, originalId }) => ({
    what: `account ${twinId} has the name of account ${originalId}`,
    why: 'a plugin that sends no account hash reported a new name first, so the member has two accounts of one character',
    fix: `hub account erase-twin ${twinId}`,
  }));
  return findingOf(faults, 'no member has two accounts with one name');
}
