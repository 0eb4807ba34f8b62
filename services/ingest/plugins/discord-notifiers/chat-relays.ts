import { plainLines, playerName } from './lines.ts';
import type { DiscordMessage } from './message.ts';

/**
 * `To **Player** : text`, `**[Clan]** **Player** : text`, `[Clan] Player: text`, `Player: text`.
 */
const chatLines = [
  /^(?:To|From) \*\*[^*]{1,12}\*\* : /,
  /^\*\*\[[^\]]{1,40}\]\*\* /,
  /^\*\*[^*]{1,12}\*\* : /,
  new RegExp(String.raw`^(?:\[[^\]]{1,40}\] )?${playerName}: \S`),
];

const recruitment = / has been invited into the clan by /;

/**
 * Whether a message of an unknown kind repeats a chat, whose lines are other people's words. Relays
 * post under the name of each speaker.
 */
export function isRelay({ content, embeds, isPostedAs }: DiscordMessage): boolean {
  if (recruitment.test(embeds[0]?.description ?? content ?? '')) return true;
  const hasEmbeddedText = embeds.some(({ title, description }) => title !== null || description !== null);
  if (content === null || hasEmbeddedText) return false;
  return isPostedAs || chatLines.some((line) => line.test(content));
}

const broadcast = new RegExp(
  `^${playerName} (?:received a (?:drop|clue item|new collection log item): |received special loot from a raid: |has (?:completed|reached|achieved|defeated|been defeated by|a funny feeling like) )`,
);

/**
 * The player in a sentence of the clan's chat, perhaps not the client's player. Null for other
 * texts.
 */
export function mentionedIn({ content, embeds }: DiscordMessage): string | null {
  const [line = ''] = plainLines(embeds[0]?.description ?? content);
  return broadcast.exec(line)?.groups?.player ?? null;
}
