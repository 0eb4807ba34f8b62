import { readFileSync } from 'node:fs';
import type { ReportTimes } from '../../../facts/correct-times.ts';
import type { Facts } from '../../../facts/facts.ts';
import { emptyGame, type KnownGame } from '../../../game/known-game.ts';
import { noHead } from '../../../plugin-adapter.ts';
import { discordNotifiers } from '../adapter.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests bend messages into every shape
export type DiscordBody = any;

export function discordFixture(name: string): DiscordBody {
  const file = new URL(`../../../../../test/fixtures/reports/discord-${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

export function readDiscord(body: DiscordBody) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return discordNotifiers.read({ head: noHead, body: Buffer.from(text) });
}

const receivedNow: ReportTimes = (() => {
  const at = Date.UTC(2026, 8, 14, 18, 22);
  return { receivedAt: at, at, isLate: false, offset: 0 };
})();

export async function translatedDiscord(
  body: DiscordBody,
  game: KnownGame = emptyGame,
): Promise<Facts | null> {
  const report = await readDiscord(body);
  return 'status' in report ? null : discordNotifiers.translate(report, 'Qu1llonFen00', receivedNow, game);
}
