import { storableText } from '../../../../shared/domain/text.ts';
import { readPlayerName } from '../../reading/read-fields.ts';
import { isRelay, mentionedIn } from './chat-relays.ts';
import { readGameLine, readRarePet, readSentence, readShamedDeath } from './event-formats.ts';
import { linesOf, plain, plainLines, playerName } from './lines.ts';
import {
  readLoggedLoot,
  readRareDrop,
  readSplitTrackerLoot,
  readUniversalLoot,
  readValuableDrop,
} from './loot-formats.ts';
import type {
  DiscordAuthor,
  DiscordMessage,
  EventText,
  NamedPlayer,
  NotifiedEvent,
  ReadMessage,
} from './message.ts';

/** The feed shows title and text: together at most 1,024 characters. */
const [titleLengthMax, textLengthMax] = [256, 768];

/** Two types share the badge of a group, so this badge shows no type. */
const accountTypesByBadge: ReadonlyMap<string | null, number> = new Map([
  ['Ironman', 1],
  ['Ultimate_ironman', 2],
  ['Hardcore_ironman', 3],
  ['Hardcore_group_ironman', 5],
]);
const specialWorldBadges: ReadonlySet<string | null> = new Set(['Leagues', 'Speedrunning_World']);

/**
 * @returns null for a message without words, and for a relay of chat, which holds other people's
 * words
 */
export function readDiscordMessage(message: DiscordMessage): ReadMessage | null {
  const known = readKnownText(message);
  if (known === null && isRelay(message)) return null;
  const events = known?.events ?? otherEvent(message);
  if (events === null) return null;
  const badge = message.embeds[0]?.author?.badge ?? null;
  return {
    player: playerOf(message, known),
    accountType: accountTypesByBadge.get(badge) ?? null,
    isSpecialWorld: specialWorldBadges.has(badge),
    events,
  };
}

function readKnownText(message: DiscordMessage): EventText | null {
  const lines = plainLines(message.embeds[0]?.description ?? message.content);
  return (
    readLoot(message) ??
    readSentence(lines) ??
    readGameLine(lines) ??
    readRarePet(lines) ??
    readShamedDeath(lines)
  );
}

function readLoot(message: DiscordMessage): EventText | null {
  return (
    readLoggedLoot(message) ??
    readUniversalLoot(message.embeds) ??
    readSplitTrackerLoot(message.embeds) ??
    readRareDrop(message) ??
    readValuableDrop(message)
  );
}

/** Null for a message of pictures only. */
function otherEvent({ content, embeds }: DiscordMessage): NotifiedEvent[] | null {
  const embed = embeds.find(({ title, description, fields }) => title ?? description ?? fields[0]);
  const fields = embed?.fields.map(({ name, value }) => `${name}: ${value}`).join('\n') || null;
  const title = shown(embed?.title ?? null, titleLengthMax);
  const text = shown(embed?.description ?? content ?? fields, textLengthMax);
  return title === null && text === null ? null : [{ kind: 'other', title, text }];
}

function shown(text: string | null, lengthMax: number): string | null {
  const lines = linesOf(text).map(plain).join('\n');
  return lines === '' ? null : storableText(lines, lengthMax);
}

/**
 * The author is the player in a text of a known notifier, or with a link or badge of a player.
 * Another author may be anybody.
 */
function playerOf(message: DiscordMessage, known: EventText | null): NamedPlayer {
  const author = message.embeds[0]?.author ?? null;
  const isAboutAuthor = known !== null && known.isMentioned !== true;
  const nameInText = isAboutAuthor ? (known.player ?? authorName(author)) : null;
  const name = readPlayerName(nameInText ?? (author?.isPlayer === true ? authorName(author) : null));
  if (name !== null) return { name, nameCertainty: 'sure' };
  const mentioned = readPlayerName(known?.player ?? mentionedIn(message) ?? authorName(author));
  return mentioned === null
    ? { name: null, nameCertainty: 'unnamed' }
    : { name: mentioned, nameCertainty: 'mentioned' };
}

const authorOfPlayer = new RegExp(`^(?:(?:Loot Received|Split Loot|Manual Upload) - )?${playerName}$`);

function authorName(author: DiscordAuthor | null): string | null {
  return authorOfPlayer.exec(author?.name ?? '')?.groups?.player ?? null;
}
