import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** A list may need this long until the page is as high as before. */
const restoreMs = 3_000;
/** A page that keeps the place for this long is complete. */
const keptMs = 500;
const ends = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** The scroll of each entry of the history, by the number that the router gives the entry. */
const places = new Map<number, number>();

function presentEntry(): number {
  return Number(history.state?.idx ?? 0);
}

/** Back returns to the same place. Browsers try only once, before the page has its content. */
export function useEntryScroll(): void {
  const { key } = useLocation();
  const navigation = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new entry has a key
  useEffect(() => {
    if (navigation === 'PUSH') places.delete(presentEntry());
  }, [key, navigation]);
  useEffect(() => {
    let stop: (() => void) | null = null;
    const note = () => {
      if (stop === null) places.set(presentEntry(), scrollY);
    };
    const restore = () => {
      stop?.();
      const place = places.get(presentEntry());
      if (place === undefined) return;
      stop = keepPlace(place, () => {
        stop = null;
      });
    };
    addEventListener('scroll', note, { passive: true });
    addEventListener('popstate', restore);
    return () => {
      stop?.();
      removeEventListener('scroll', note);
      removeEventListener('popstate', restore);
    };
  }, []);
}

/** Until the viewer acts. @returns a function that ends it */
function keepPlace(place: number, onEnd: () => void): () => void {
  const until = performance.now() + restoreMs;
  let missedAt = performance.now();
  let frame = requestAnimationFrame(step);
  function step() {
    const now = performance.now();
    if (Math.abs(scrollY - place) > 1) {
      missedAt = now;
      scrollTo({ top: place, behavior: 'instant' });
    }
    if (now > until || now - missedAt > keptMs) stop();
    else frame = requestAnimationFrame(step);
  }
  function stop() {
    cancelAnimationFrame(frame);
    for (const end of ends) removeEventListener(end, stop);
    onEnd();
  }
  for (const end of ends) addEventListener(end, stop, { passive: true });
  return stop;
}
