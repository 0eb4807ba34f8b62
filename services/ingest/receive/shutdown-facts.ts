import type { Directory } from '../../../projections/access/directory/directory.ts';
import { type Facts, sessionEndFacts } from '../facts/facts.ts';
import type { KnownGame } from '../game/known-game.ts';
import { forgetAccount } from './device-memory.ts';
import type { IncomingReport } from './incoming-report.ts';
import { forgetSession, type ReportMemory } from './remember-report.ts';

/**
 * The facts of a shutdown that names no player, for each account that the device reported (decisions.md, Presence and
 * time). Accounts that the device may no longer report are forgotten.
 */
export function factsOfShutdown(
  { plugin, device, report, memory, times }: IncomingReport,
  { accounts, erased }: Directory,
  game: KnownGame,
): Map<string, Facts> {
  const factsByAccount = new Map<string, Facts>();
  if (!report.hasSessionEnd) return factsByAccount;
  for (const [accountId, last] of memory.accounts) {
    const isBlocked = accounts.get(accountId)?.blockedIds.includes(device.memberId) === true;
    if (erased.has(accountId) || isBlocked) forgetAccount(memory, accountId);
    else {
      const translated = plugin.translate(report, accountId, times, game);
      factsByAccount.set(accountId, sessionEndFacts(translated, last, times));
    }
  }
  return factsByAccount;
}

/** Forgets the accounts after a shutdown. An account whose session timed out before keeps its last world. */
export function forgetAfterShutdown(memory: ReportMemory, factsByAccount: ReadonlyMap<string, Facts>): void {
  for (const [accountId, { sessionEnds }] of factsByAccount) {
    if (sessionEnds.length > 0) forgetSession(memory, accountId);
    else forgetAccount(memory.device, accountId);
  }
}
