import { useState, useSyncExternalStore } from 'react';
import { useReadApi } from '../read-api/use-read-api.ts';

const phoneTabs = ['map', 'players', 'events'] as const;
export type PhoneTab = (typeof phoneTabs)[number];

/**
 * Without any account, the default is the list of players, whose text explains how to appear there.
 */
export function usePhoneTab(): readonly [PhoneTab, (tab: PhoneTab) => void] {
  const { snapshot } = useReadApi();
  const isNobody = useSyncExternalStore(snapshot.subscribe, () => snapshot.get()?.accounts.size === 0);
  const [chosen, choose] = useState<PhoneTab | null>(null);
  return [chosen ?? (isNobody ? 'players' : 'map'), choose];
}

interface Props {
  readonly tab: PhoneTab;
  readonly onChange: (tab: PhoneTab) => void;
}

export function PhoneTabs({ tab, onChange }: Props) {
  return (
    <nav className="live-sheets" aria-label="Parts of the live page">
      {phoneTabs.map((name) => (
        <button key={name} type="button" aria-pressed={tab === name} onClick={() => onChange(name)}>
          {name}
        </button>
      ))}
    </nav>
  );
}
