import { integerWithinOrNull } from '../../../../shared/domain/integers.ts';
import { itemTextLengthMax, storableText } from '../../../../shared/domain/text.ts';
import { eventLevelMax } from '../../reading/bound-event-data.ts';
import { playerName } from './lines.ts';
import type { EventText, NamedItemStack, NotifiedEvent } from './message.ts';

const textOf = (words: string) => new RegExp(`^${playerName} ${words}$`);

const levels = textOf(`(?:leveled|has levelled) (?<levels>.{1,1000})`);
const level = /\b([A-Z][A-Za-z]{2,19}) to (\d{1,5})\b/g;
/** Discord Death Notifications may leave the player out. */
const deaths = new RegExp(String.raw`^(?:${playerName} )?(?:has died\.\.\.|has just died!|died lmfao\.)$`);
const pets = textOf(
  `(?:has a funny feeling they are being followed|has just received a pet!|just received a new pet!)`,
);
const collections = textOf(
  `(?:has added (?<added>.{1,64}) to their collection|just received a new collection log item: (?<received>.{1,64}?)!?|has just completed a collection log: (?<completed>.{1,64}))`,
);

const otherDeeds = [
  textOf('has just completed(?:: | an? ).+'),
  textOf('just received a rare drop'),
  textOf('just got handegged by .+'),
  textOf('just handegged .+'),
  textOf('banked'),
  textOf('(?:deposited|withdrew) .+ (?:to|from) the Group Bank.'),
  new RegExp(`^Screenshot from ${playerName}$`),
];

/** Reads a text that begins with the name of its player. */
export function readSentence(lines: readonly string[]): EventText | null {
  const [line = ''] = lines;
  const found = levels.exec(line);
  if (found !== null) return readLevels(found);
  const player = (pattern: RegExp) => pattern.exec(line)?.groups?.player ?? null;
  if (deaths.test(line)) return { player: player(deaths), events: [{ kind: 'death' }] };
  const owner = player(pets);
  if (owner !== null) return { player: owner, events: [{ kind: 'pet', isDuplicate: false }] };
  const { player: collector, added, received, completed } = collections.exec(line)?.groups ?? {};
  const item = added ?? received ?? completed;
  if (collector !== undefined && item !== undefined) {
    return { player: collector, events: [{ kind: 'collection', item: namedItem(item) }] };
  }
  const other = otherDeeds.flatMap((pattern) => player(pattern) ?? [])[0];
  return other === undefined ? null : { player: other, events: null };
}

/** `Attack to 50, Strength to 51`. Null without a level. */
function readLevels(found: RegExpExecArray): EventText | null {
  const { player = null, levels: list = '' } = found.groups ?? {};
  const events = [...list.matchAll(level)].flatMap(([, skill = '', reached]): NotifiedEvent[] => {
    const number = integerWithinOrNull(Number(reached), 1, eventLevelMax);
    return number === null ? [] : [{ kind: 'level_up', skill, level: number }];
  });
  return events.length === 0 ? null : { player, events };
}

/** Raid Shamer: `Death of Player 2026-09-14_18-22-06`, also of other players nearby. */
const shamed = new RegExp(String.raw`^Death of ${playerName} \d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}$`);

export function readShamedDeath([line = '']: readonly string[]): EventText | null {
  const player = shamed.exec(line)?.groups?.player;
  return player === undefined ? null : { player, isMentioned: true, events: [{ kind: 'death' }] };
}

const alone = new RegExp(`^${playerName}$`);
const logged = /^New item added to your collection log: (.{1,64})$/;
const funnyFeeling =
  /^You (?:have a funny feeling like you(?:'re being| would have been) followed|feel something weird sneaking into your backpack)/;

/**
 * Discord Collection Logger repeats a line of the game. An option adds the player's name above the
 * line.
 */
export function readGameLine(lines: readonly string[]): EventText | null {
  const [named, line = ''] = lines.length > 1 ? lines : [undefined, lines[0]];
  const player = named === undefined ? null : (alone.exec(named)?.groups?.player ?? null);
  if (lines.length > 2 || (named !== undefined && player === null)) return null;
  const item = logged.exec(line)?.[1];
  if (item !== undefined) return { player, events: [{ kind: 'collection', item: namedItem(item) }] };
  if (!funnyFeeling.test(line)) return null;
  return { player, events: [{ kind: 'pet', isDuplicate: line.includes('would have been') }] };
}

/** Discord Rare Drop Notifier. The text has no name: the author is the player. */
export function readRarePet(lines: readonly string[]): EventText | null {
  const [line = '', ...others] = lines;
  if (others.length > 0) return null;
  const isNew = line === 'Just got a pet.';
  const isDuplicate = line === "Would've gotten a pet, but already has it.";
  return isNew || isDuplicate ? { player: null, events: [{ kind: 'pet', isDuplicate }] } : null;
}

function namedItem(name: string): NamedItemStack {
  return { name: storableText(name.trim(), itemTextLengthMax), id: null, quantity: null, value: null };
}
