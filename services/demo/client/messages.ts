import type { XpBySkill } from '../game/skills.ts';

/** What the hub's process tells the process of the guild. */
export type ToGuild =
  | {
      readonly kind: 'start';
      /** Origin of the hub. */
      readonly origin: string;
      readonly players: number;
      readonly seed: number;
      /** Epoch ms. */
      readonly startedAt: number;
      /** Tokens and xp of an earlier run on the same data, by player. */
      readonly tokens: Readonly<Record<string, string>>;
      readonly learned: Readonly<Record<string, XpBySkill>>;
    }
  | { readonly kind: 'code'; readonly player: string; readonly code: string | null }
  | { readonly kind: 'save' }
  | { readonly kind: 'stop' };

/** What the guild tells the hub's process. */
export type FromGuild =
  | { readonly kind: 'code-wanted'; readonly player: string }
  | { readonly kind: 'paired'; readonly player: string; readonly token: string }
  | { readonly kind: 'learned'; readonly learned: Readonly<Record<string, XpBySkill>> };
