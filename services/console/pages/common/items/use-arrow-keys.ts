import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/** A grid of tiles is one stop of the keyboard. The arrow keys go from tile to tile. */
export function useArrowKeys(tileClass: string) {
  const [stop, setStop] = useState(0);
  const tilesOf = (grid: Element) => [...grid.querySelectorAll<HTMLElement>(`.${tileClass}`)];
  return {
    stop,
    grid: {
      onFocus: ({ currentTarget, target }: FocusEvent) => {
        const place = tilesOf(currentTarget).indexOf(target as HTMLElement);
        if (place >= 0) setStop(place);
      },
      onKeyDown: (event: KeyboardEvent) => {
        const tiles = tilesOf(event.currentTarget);
        const place = tiles.indexOf(event.target as HTMLElement);
        const columns = getComputedStyle(event.currentTarget).gridTemplateColumns.split(' ').length;
        const next = {
          ...{ ArrowLeft: place - 1, ArrowRight: place + 1 },
          ...{ ArrowUp: place - columns, ArrowDown: place + columns, Home: 0, End: tiles.length - 1 },
        }[event.key];
        if (place < 0 || next === undefined) return;
        event.preventDefault();
        tiles[next]?.focus();
      },
    },
  };
}
