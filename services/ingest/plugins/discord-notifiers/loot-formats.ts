import { integerWithinOrNull } from '../../../../shared/domain/integers.ts';
import { itemsMax } from '../../../../shared/domain/item.ts';
import { valueGpMax } from '../../../../shared/events/types/game-event-recorded.ts';
import { amountOf, linesOf, plain, plainLines, playerName, quantityOf } from './lines.ts';
import type { DiscordEmbed, DiscordMessage, EventText, NamedItemStack } from './message.ts';

const logger = {
  player: new RegExp(String.raw`^\*\*${playerName}\*\*:$`),
  from: /^\*\*\*(.{1,64})\*\*\*:$/,
  item: /^\*([\d,]{1,13}) x (.{1,64})\*(?: \(([^()]{1,16})\))?$/,
};

/**
 * Discord Loot Logger: `**Player**:`, `***Zulrah***:`, then `*2 x Coal* (310)` for each item. The
 * name and the values are options.
 */
export function readLoggedLoot({ content, embeds }: DiscordMessage): EventText | null {
  const lines = linesOf(content);
  const player = logger.player.exec(lines[0] ?? '')?.groups?.player ?? null;
  const [first = '', ...rest] = player === null ? lines : lines.slice(1);
  const from = logger.from.exec(first)?.[1];
  if (from === undefined || rest.length === 0) return null;
  const items = rest.map((line) => stackOf(logger.item.exec(line)));
  return lootOf(player, from, items, embeds);
}

const looted = new RegExp(`^${playerName} has looted:$`);
const lootedItem = /^([\d,]{1,13}) x (.{1,64}) \(([^()]{1,16})\)$/;

/**
 * Universal Discord Notifications: `Player has looted:`, `1 x Tanzanite fang (2.32M)` for each
 * item, `From: Zulrah`.
 */
export function readUniversalLoot([embed, ...icons]: readonly DiscordEmbed[]): EventText | null {
  const [first = '', ...rest] = plainLines(embed?.description ?? null);
  const player = looted.exec(first)?.groups?.player;
  const from = /^From: (.{1,64})$/.exec(rest.at(-1) ?? '')?.[1];
  if (player === undefined || from === undefined || rest.length < 2) return null;
  const items = rest.slice(0, -1).map((line) => stackOf(lootedItem.exec(line)));
  return lootOf(player, from, items, icons);
}

const rareDrop = new RegExp(
  String.raw`^(?:${playerName} - )?Just got (?:([\d,]{1,13})x )?(.{1,64}?) from (?:lvl -?\d{1,5} )?(.{1,64})$`,
);

/** Discord Rare Drop Notifier: `Just got 2x Coal from lvl 725 Zulrah`. */
export function readRareDrop({ content, embeds }: DiscordMessage): EventText | null {
  const [embed] = embeds;
  const [line = '', ...others] = plainLines(embed?.description ?? content);
  const match = rareDrop.exec(line);
  if (match === null || others.length > 0) return null;
  const [, , quantity, name = '', from = ''] = match;
  const value = fieldAmount(embed, 'GE Value');
  const item = {
    name,
    id: embed?.icon ?? null,
    quantity: quantity === undefined ? 1 : quantityOf(quantity),
    value,
  };
  const source = from === 'something' ? null : from;
  return lootOfOne(match.groups?.player ?? null, source, item);
}

/** The source may hold a colon: `Chambers of Xeric: Challenge Mode`. */
const fromSource = new RegExp(`^${playerName} just received a rare drop from (.{1,64}): (.{1,64})!$`);

/** Discord Notifications/Split Tracker: the drop is in the title. */
export function readSplitTrackerLoot([embed]: readonly DiscordEmbed[]): EventText | null {
  const match = fromSource.exec(plain(embed?.title ?? ''));
  if (match === null) return null;
  const [, player = '', from = '', name = ''] = match;
  const value = fieldAmount(embed, 'Value');
  const item = { name, id: embed?.icon ?? null, quantity: null, value };
  return lootOfOne(player, from, item);
}

const valuable = new RegExp(
  String.raw`^${playerName} just received a valuable drop: (?:([\d,]{1,13}) x )?(.{1,64}?)!?$`,
);

/**
 * Better Discord Loot Logger and Discord Notifier: `Player just received a valuable drop: Coal!`,
 * `Approx Value: 310 coins`.
 */
export function readValuableDrop({ content }: DiscordMessage): EventText | null {
  const [line = '', second = ''] = plainLines(content);
  const raid = fromSource.exec(line);
  if (raid !== null) {
    const [, player = '', from = '', name = ''] = raid;
    return lootOfOne(player, from, { name, id: null, quantity: null, value: null });
  }
  const match = valuable.exec(line);
  if (match === null) return null;
  const [, player = '', quantity, name = ''] = match;
  const value = amountOf(/^Approx Value: ([\d,]{1,20}) coins$/.exec(second)?.[1]);
  const item = { name, id: null, quantity: quantity === undefined ? 1 : quantityOf(quantity), value };
  return lootOfOne(player, null, item);
}

function stackOf(match: RegExpExecArray | null): NamedItemStack | null {
  if (match === null) return null;
  const [, quantity, name = '', value] = match;
  return { name: name.trim(), id: null, quantity: quantityOf(quantity), value: amountOf(value) };
}

function lootOfOne(player: string | null, from: string | null, item: NamedItemStack): EventText {
  return { player, events: [{ kind: 'loot', from, items: [item], value: item.value }] };
}

/** Null when a line is no item. */
function lootOf(
  player: string | null,
  from: string,
  sent: readonly (NamedItemStack | null)[],
  pictures: readonly DiscordEmbed[],
): EventText | null {
  const items = sent.slice(0, itemsMax).filter((item) => item !== null);
  if (items.length < Math.min(sent.length, itemsMax)) return null;
  const icons = pictures.map(({ icon }) => icon);
  const hasIcons = icons.length === sent.length && icons.every((icon) => icon !== null);
  const identified = hasIcons ? items.map((item, index) => ({ ...item, id: icons[index] ?? null })) : items;
  const values = items.flatMap(({ value }) => value ?? []);
  const sum = values.length === items.length ? values.reduce((total, each) => total + each, 0) : null;
  const value = integerWithinOrNull(sum, 0, valueGpMax);
  return { player, events: [{ kind: 'loot', from, items: identified, value }] };
}

/** The field may begin with the language of its code block, `glsl` or `fix`. */
function fieldAmount(embed: DiscordEmbed | undefined, name: string): number | null {
  const value = embed?.fields.find((field) => field.name === name)?.value ?? '';
  return amountOf(/([\d,]{1,20}) gp\b/i.exec(plain(value))?.[1]);
}
