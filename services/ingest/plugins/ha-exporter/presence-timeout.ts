const tickMs = 600;
const tickDelayDefault = 100;
const tickDelayMax = 500;
const timeoutMinMs = 60_000;

/**
 * How long after its last message an account still counts as in game: three messages may be missed (decisions.md,
 * Online). `tickDelay` is the plugin's ticks between messages; anything outside 1..500 counts as 100.
 */
export function presenceTimeoutMs(tickDelay: number | null): number {
  const ticks =
    tickDelay !== null && tickDelay >= 1 && tickDelay <= tickDelayMax ? tickDelay : tickDelayDefault;
  return Math.max(timeoutMinMs, Math.ceil(3.1 * ticks * tickMs));
}
