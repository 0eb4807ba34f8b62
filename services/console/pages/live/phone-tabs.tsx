import { useState, useSyncExternalStore } from 'react';
import { useReading } from '../read-api/use-hub.ts';

const sheets = ['map', 'players', 'events'] as const;
export type Sheet = (typeof sheets)[number];

/**
 * The part that fills the screen of a phone. Until one is chosen it is the map, or the players while there is no account: they
 * say how to become the first, of which an empty map says nothing.
 */
export function useSheet(): readonly [Sheet, (sheet: Sheet) => void] {
  const { snapshot } = useReading();
  const isNobody = useSyncExternalStore(snapshot.subscribe, () => snapshot.get()?.accounts.size === 0);
  const [chosen, choose] = useState<Sheet | null>(null);
  return [chosen ?? (isNobody ? 'players' : 'map'), choose];
}

interface Props {
  readonly sheet: Sheet;
  readonly onChange: (sheet: Sheet) => void;
}

/** On a phone one part fills the screen. */
export function SheetSwitch({ sheet, onChange }: Props) {
  return (
    <nav className="live-sheets" aria-label="Parts of the live page">
      {sheets.map((name) => (
        <button key={name} type="button" aria-pressed={sheet === name} onClick={() => onChange(name)}>
          {name}
        </button>
      ))}
    </nav>
  );
}
