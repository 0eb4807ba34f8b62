import type { SavedCharacters } from '../play/saved-character.ts';

/** Messages from the hub's process to the guild's. */
export type ToGuild =
  | {
      readonly kind: 'start';
      /** Origin of the hub. */
      readonly origin: string;
      readonly players: number;
      readonly seed: number;
      /** Epoch ms. */
      readonly startedAt: number;
      /** From an earlier run with the same data directory, by player. */
      readonly tokens: Readonly<Record<string, string>>;
      /** From an earlier run or a simulated past, by player. */
      readonly characters: SavedCharacters;
    }
  | { readonly kind: 'code'; readonly player: string; readonly code: string | null }
  | { readonly kind: 'save' }
  | { readonly kind: 'stop' };

/** Messages from the guild's process to the hub's. */
export type FromGuild =
  | { readonly kind: 'code-wanted'; readonly player: string }
  | { readonly kind: 'paired'; readonly player: string; readonly token: string }
  | { readonly kind: 'saved'; readonly characters: SavedCharacters };
