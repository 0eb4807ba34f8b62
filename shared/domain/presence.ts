/** Game states in which the player is in the game (decisions.md, Names and enumerations). */
const inGameStates = new Set(['LOGGED_IN', 'LOADING', 'HOPPING', 'CONNECTION_LOST']);

export function isInGame(gameState: string | null): boolean {
  return gameState !== null && inGameStates.has(gameState);
}

const tickMs = 600;
const tickDelayDefault = 100;
const tickDelayMax = 500;
const timeoutMinMs = 60_000;

/**
 * How long after its last message an HA Exporter account still counts as in game: three messages may be missed
 * (decisions.md, Online). `tickDelay` is the plugin's ticks between messages; anything outside 1..500 counts as 100.
 */
export function presenceTimeoutMs(tickDelay: number | null): number {
  const ticks =
    tickDelay !== null && tickDelay >= 1 && tickDelay <= tickDelayMax ? tickDelay : tickDelayDefault;
  return Math.max(timeoutMinMs, Math.ceil(3.1 * ticks * tickMs));
}

/** A live location older than this is stale (read-api.md 2.4). */
export const locationStaleAfterMs = 120_000;
