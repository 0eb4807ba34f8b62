import { useState, useSyncExternalStore } from 'react';
import { useReadApi } from '../read-api/use-read-api.ts';

const phoneTabs = ['map', 'players', 'events'] as const;
export type PhoneTab = (typeof phoneTabs)[number];

/**
 * The part that fills the screen of a phone. Until one is chosen it is the map, or the players while there is no account: they
 * say how to become the first, of which an empty map says nothing.
 */
export function usePhoneTab(): readonly [PhoneTab, (sheet: PhoneTab) => void] {
  const { snapshot } = useReadApi();
  const isNobody = useSyncExternalStore(snapshot.subscribe, () => snapshot.get()?.accounts.size === 0);
  const [chosen, choose] = useState<PhoneTab | null>(null);
  return [chosen ?? (isNobody ? 'players' : 'map'), choose];
}

interface Props {
  readonly sheet: PhoneTab;
  readonly onChange: (sheet: PhoneTab) => void;
}

/** On a phone one part fills the screen. */
export function PhoneTabs({ sheet, onChange }: Props) {
  return (
    <nav className="live-sheets" aria-label="Parts of the live page">
      {phoneTabs.map((name) => (
        <button key={name} type="button" aria-pressed={sheet === name} onClick={() => onChange(name)}>
          {name}
        </button>
      ))}
    </nav>
  );
}
