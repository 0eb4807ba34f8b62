import { type RefObject, useEffect } from 'react';
import type { LiveMap } from '../map/live-map.ts';
import type { Picked } from './picks.ts';

interface Props {
  readonly picked: Picked | null;
  readonly followed: string;
}

/** The card grows when its details arrive. A press on the map ends the moves. */
export function useUncoveredSpot(
  map: RefObject<LiveMap | null>,
  element: RefObject<HTMLElement | null>,
  { picked, followed }: Props,
): void {
  const spot = followed === '' ? picked?.spot : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place can be picked again
  useEffect(() => {
    const card = element.current?.parentElement?.querySelector('.picked-card');
    if (spot === undefined || !card) return;
    const observer = new ResizeObserver(() => map.current?.moves.uncover(spot, card.getBoundingClientRect()));
    observer.observe(card);
    const end = () => observer.disconnect();
    element.current?.addEventListener('pointerdown', end, { once: true });
    return end;
  }, [map, element, picked, spot]);
}
