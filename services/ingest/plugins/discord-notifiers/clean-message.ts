import { storableText, withPlainSpaces } from '../../../../shared/domain/text.ts';
import { withoutLinks } from '../../reading/discord-text.ts';
import { readNumber } from '../../reading/read-fields.ts';
import { asObject, asString, type JsonObject, readList } from '../../reading/read-value.ts';
import type { SkipCounter } from '../../reading/skip-counter.ts';
import type { DiscordAuthor, DiscordEmbed, DiscordField, DiscordMessage } from './message.ts';

// Discord's own limits, in characters. A loot message has an embed for each item.
const [contentMax, descriptionMax, titleMax, fieldMax] = [2_000, 4_096, 256, 1_024];
const [embedsMax, fieldsMax] = [101, 25];

/** Notifiers link the name of their player to such a site. */
const playerLists = new Set([
  'secure.runescape.com',
  'wiseoldman.net',
  'crystalmathlabs.com',
  'templeosrs.com',
  'runeprofile.com',
]);
const chatBadge = /^https:\/\/oldschool\.runescape\.wiki\/images\/(?:[\w-]+\/)*([A-Za-z_]+)_chat_badge\.png/;
const itemIcon = /^https:\/\/static\.runelite\.net\/cache\/item\/icon\/(\d{1,10})\.png$/;

/** Cleans a message, or its stored form. Never throws. */
export function cleanDiscordMessage(body: JsonObject, skip: SkipCounter): DiscordMessage {
  const { content, embeds, username } = body;
  return {
    content: text(formText(content), contentMax),
    embeds: readList(embeds, embedsMax, 'embed', skip, readEmbed) ?? [],
    isPostedAs: typeof username === 'string' && username.trim() !== '',
  };
}

/**
 * JSON text in Discord's format, without links. A picture becomes an item id, and a badge becomes a
 * word.
 */
export function storedDiscordMessage({ content, embeds, isPostedAs }: DiscordMessage): string {
  const stored = embeds.map(({ author, ...embed }) => ({
    ...embed,
    author: author === null ? null : { name: author.name, player: author.isPlayer, badge: author.badge },
  }));
  return JSON.stringify({ content, embeds: stored, ...(isPostedAs && { username: '?' }) });
}

function readEmbed(value: unknown): DiscordEmbed | null {
  const sent = asObject(value);
  if (sent === null) return null;
  const fields = Array.isArray(sent.fields) ? sent.fields.slice(0, fieldsMax) : [];
  return {
    author: readAuthor(asObject(sent.author)),
    title: text(sent.title, titleMax),
    description: text(sent.description, descriptionMax),
    fields: fields.flatMap((field) => readField(asObject(field)) ?? []),
    icon: readNumber(sent.icon) ?? iconOf(sent.thumbnail) ?? iconOf(sent.image),
    timestamp: text(sent.timestamp, titleMax),
  };
}

function readAuthor(sent: JsonObject | null): DiscordAuthor | null {
  const name = text(sent?.name, titleMax);
  if (sent === null || name === null) return null;
  const badge = chatBadge.exec(asString(sent.icon_url) ?? '')?.[1] ?? text(sent.badge, titleMax);
  return { name, badge, isPlayer: sent.player === true || badge !== null || isOfPlayerList(sent.url) };
}

function isOfPlayerList(address: unknown): boolean {
  const host = /^https?:\/\/(?:www\.)?([a-z0-9.-]+)\//i.exec(asString(address) ?? '')?.[1];
  return host !== undefined && playerLists.has(host.toLowerCase());
}

function readField(sent: JsonObject | null): DiscordField | null {
  const [name, value] = [text(sent?.name, titleMax), text(sent?.value, fieldMax)];
  return name === null || value === null ? null : { name, value };
}

function iconOf(picture: unknown): number | null {
  const id = itemIcon.exec(asString(asObject(picture)?.url) ?? '')?.[1];
  return id === undefined ? null : readNumber(Number(id));
}

/** Decodes a form in which a plus sign means a space, as Raid Shamer sends. */
function formText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[\w.*%-]+(?:\+[\w.*%-]+)+$/.test(value)) return value;
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

/** Without mentions and links; null for a text without words. */
function text(value: unknown, lengthMax: number): string | null {
  if (typeof value !== 'string') return null;
  const lines = storableText(value, lengthMax).split(/\r\n|\r|\n/);
  const clean = withoutLinks(lines.map(withPlainSpaces).join('\n')).trim();
  return clean === '' ? null : clean;
}
