import { readFileSync } from 'node:fs';
import type { ReportTimes } from '../../../facts/correct-times.ts';
import type { Facts } from '../../../facts/facts.ts';
import { emptyGame, type KnownGame } from '../../../game/known-game.ts';
import { noHead } from '../../../plugin-adapter.ts';
import { discordNotifiers } from '../adapter.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests bend messages into every shape
export type DiscordBody = any;

/**
 * A copy of a message in `test/fixtures`, which the test may change. The messages follow the code
 * of the notifiers.
 */
export function discordFixture(name: string): DiscordBody {
  const file = new URL(`../../../../../test/fixtures/reports/discord-${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Reads a message as ingest does, without headers. Returns the answer to a refused or ignored
 * message.
 */
export function readDiscord(body: DiscordBody) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return discordNotifiers.read({ head: noHead, body: Buffer.from(text) });
}

const receivedNow: ReportTimes = (() => {
  const at = Date.UTC(2026, 8, 14, 18, 22);
  return { receivedAt: at, at, isLate: false, offset: 0 };
})();

/** The facts of a message; null for a message that is ignored or refused. */
export async function translatedDiscord(
  body: DiscordBody,
  game: KnownGame = emptyGame,
): Promise<Facts | null> {
  const report = await readDiscord(body);
  return 'status' in report ? null : discordNotifiers.translate(report, 'Qu1llonFen00', receivedNow, game);
}
