import type { SentPlayer } from '../../plugin-adapter.ts';

/**
 * A message without mentions, links, avatars and attachments, which are never stored. Texts keep
 * Discord's marks for bold, italic and code.
 */
export interface DiscordMessage {
  readonly content: string | null;
  readonly embeds: readonly DiscordEmbed[];
  /** Posted under a name, as relays of chat are. */
  readonly isPostedAs: boolean;
}

export interface DiscordEmbed {
  readonly author: DiscordAuthor | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly fields: readonly DiscordField[];
  /** The item whose icon is the picture of the embed. */
  readonly icon: number | null;
  /** ISO 8601, as sent. */
  readonly timestamp: string | null;
}

export interface DiscordAuthor {
  readonly name: string;
  /** The author has a link to a list of players, or a chat badge of the game. */
  readonly isPlayer: boolean;
  /** For example `Ironman`. */
  readonly badge: string | null;
}

export interface DiscordField {
  readonly name: string;
  readonly value: string;
}

export type NotifiedEvent =
  | NotifiedLoot
  | { readonly kind: 'level_up'; readonly skill: string; readonly level: number }
  | { readonly kind: 'death' }
  | { readonly kind: 'pet'; readonly isDuplicate: boolean }
  | { readonly kind: 'collection'; readonly item: NamedItemStack }
  | { readonly kind: 'other'; readonly title: string | null; readonly text: string | null };

export interface NotifiedLoot {
  readonly kind: 'loot';
  /** The monster, player or chest. */
  readonly from: string | null;
  readonly items: readonly NamedItemStack[];
  /** Gp of all items. */
  readonly value: number | null;
}

export interface NamedItemStack {
  readonly name: string;
  readonly id: number | null;
  readonly quantity: number | null;
  /** Gp of the stack. */
  readonly value: number | null;
}

export interface EventText {
  readonly player: string | null;
  /** The text may be about another player than the client's player. */
  readonly isMentioned?: true;
  /** Null for a known text about an event of another kind. */
  readonly events: readonly NotifiedEvent[] | null;
}

export interface ReadMessage {
  readonly player: NamedPlayer;
  readonly accountType: number | null;
  /** The player is another character. */
  readonly isSpecialWorld: boolean;
  readonly events: readonly NotifiedEvent[];
}

export type NamedPlayer = Pick<SentPlayer, 'name' | 'nameCertainty'>;
