import { useMemo } from 'react';
import { KeysPanel } from '../api-keys/api-keys-panel.tsx';
import type { KeyData } from '../console-api/answers.ts';
import { useAccounts } from '../read-api/use-hub.ts';

/** The member's API keys: each reads what they themselves may read, or less. */
export function OwnKeysPanel({ keys }: { readonly keys: readonly KeyData[] }) {
  const { accounts } = useAccounts();
  const named = useMemo(
    () => [...accounts.values()].sort((left, right) => left.name.localeCompare(right.name)),
    [accounts],
  );
  return (
    <KeysPanel
      title="API keys"
      route="me/keys"
      keys={keys}
      accounts={named}
      help="For a bot, a script or a home automation of yours. A key reads what you may read, or less. You may have ten."
    />
  );
}
