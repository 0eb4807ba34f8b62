import type { Facts } from '../facts/facts.ts';
import { type DeviceMemory, forgetAccount, rememberAccount } from './device-memory.ts';
import { type LastWorlds, leaveSpecialWorld, rememberWorld } from './translate/last-worlds.ts';
import type { PlacedPlayer } from './translate/resolve-world.ts';

/** The memory that later reports need: of one device, and the last worlds of all accounts. */
export interface ReportMemory {
  readonly device: DeviceMemory;
  readonly worlds: LastWorlds;
}

/** Remembers a report that came in time. @param now monotonic ms */
export function rememberReport(
  memory: ReportMemory,
  accountId: string,
  facts: Facts,
  placed: { readonly player: PlacedPlayer; readonly isWorldNamed: boolean; readonly now: number },
): void {
  rememberWorld(memory.worlds, accountId, facts, placed);
  if (facts.sessionEnds.length > 0) forgetSession(memory, accountId);
  else rememberAccount(memory.device, accountId, { at: facts.at, presence: facts.presence });
}

export function forgetSession({ device, worlds }: ReportMemory, accountId: string): void {
  forgetAccount(device, accountId);
  leaveSpecialWorld(worlds, accountId);
}
