/** See rules/names.md#game_state. */
const inGameStates = new Set(['LOGGED_IN', 'LOADING', 'HOPPING', 'CONNECTION_LOST']);

export function isInGame(gameState: string | null): boolean {
  return gameState !== null && inGameStates.has(gameState);
}

/** See read-api.md 2.4. */
export const locationStaleAfterMs = 120_000;
