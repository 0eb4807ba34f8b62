import { bossPages } from './pages/boss-pages.ts';
import { cluePages } from './pages/clue-pages.ts';
import { minigamePages } from './pages/minigame-pages.ts';
import { otherPages } from './pages/other-pages.ts';
import { raidPages } from './pages/raid-pages.ts';

export interface LogPage {
  readonly tab: LogTab;
  readonly name: string;
  readonly items: readonly { readonly id: number; readonly name: string }[];
}

/**
 * The tabs of the game's collection log, checked in August 2026. A line that begins with a space
 * continues the page.
 */
const textOf = {
  Bosses: bossPages,
  Raids: raidPages,
  Clues: cluePages,
  Minigames: minigamePages,
  Other: otherPages,
} as const;

export type LogTab = keyof typeof textOf;

export function logPages(): readonly LogPage[] {
  return Object.entries(textOf).flatMap(([tab, text]) =>
    text
      .trim()
      .split(/\n(?! )/)
      .map((line) => {
        const [name = '', items = ''] = line.split(': ');
        return { tab: tab as LogTab, name, items: items.split(/,\s+/).map(parseItem) };
      }),
  );
}

function parseItem(item: string): LogPage['items'][number] {
  const end = item.indexOf(' ');
  return { id: Number(item.slice(0, end)), name: item.slice(end + 1) };
}
