/**
 * A message without the parts that are never stored: mentions, links, avatars and attachments.
 * Texts keep Discord's marks for bold, italic and code.
 */
export interface DiscordMessage {
  readonly content: string | null;
  readonly embeds: readonly DiscordEmbed[];
  /** The message is posted under a name, as relays of chat are. */
  readonly isPostedAs: boolean;
}

export interface DiscordEmbed {
  readonly author: DiscordAuthor | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly fields: readonly DiscordField[];
  /** The id of the item whose icon is the picture of the embed. */
  readonly icon: number | null;
  /** ISO 8601, as sent. */
  readonly timestamp: string | null;
}

export interface DiscordAuthor {
  readonly name: string;
  /**
   * The name is the player's, because the author has a link to a list of players or a chat badge of
   * the game.
   */
  readonly isPlayer: boolean;
  /** The chat badge of the game next to the name, for example `Ironman`. */
  readonly badge: string | null;
}

export interface DiscordField {
  readonly name: string;
  readonly value: string;
}

/** The kinds of values that can be left out of a message; also values of a metric label. */
export type DiscordSkippedKind = 'name' | 'timestamp' | 'embed' | 'text_encoding';

/** An event: something that the player did or got, as a message says. */
export type NotifiedEvent =
  | NotifiedLoot
  | { readonly kind: 'level_up'; readonly skill: string; readonly level: number }
  | { readonly kind: 'death' }
  | { readonly kind: 'pet'; readonly isDuplicate: boolean }
  | { readonly kind: 'collection'; readonly item: NamedItemStack }
  | { readonly kind: 'other'; readonly title: string | null; readonly text: string | null };

export interface NotifiedLoot {
  readonly kind: 'loot';
  /** The monster, player or chest; null when the message does not name it. */
  readonly from: string | null;
  readonly items: readonly NamedItemStack[];
  /** The value of all items, in gp; null when the message does not say it. */
  readonly value: number | null;
}

export interface NamedItemStack {
  readonly name: string;
  /** Null when the message does not show the id. */
  readonly id: number | null;
  /** Null when the message does not say it. */
  readonly quantity: number | null;
  /** The value of the stack, in gp. */
  readonly value: number | null;
}

/** The content of a message. */
export interface ReadMessage {
  readonly player: NamedPlayer;
  /** Null when the message does not show it. */
  readonly accountType: number | null;
  /** The message shows that the player is another character. */
  readonly isSpecialWorld: boolean;
  readonly events: readonly NotifiedEvent[];
}

export interface NamedPlayer {
  readonly name: string | null;
  /** Missing when the name is surely the name of the client's player. */
  readonly reference?: 'unnamed' | 'mentioned';
}
