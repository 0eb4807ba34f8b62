import { useMemo } from 'react';
import type { KeyData } from '../console/answers.ts';
import { KeysPanel } from '../console/keys-panel.tsx';
import { useAccounts } from '../hub/use-reading.ts';

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
