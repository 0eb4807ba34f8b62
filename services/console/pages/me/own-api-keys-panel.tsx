import { useMemo } from 'react';
import { ApiKeysPanel } from '../api-keys/api-keys-panel.tsx';
import type { ApiKeyData } from '../console-api/answers.ts';
import { useAccounts } from '../read-api/use-read-api.ts';

export function OwnApiKeysPanel({ keys }: { readonly keys: readonly ApiKeyData[] }) {
  const { accounts } = useAccounts();
  const named = useMemo(
    () => [...accounts.values()].sort((left, right) => left.name.localeCompare(right.name)),
    [accounts],
  );
  return (
    <ApiKeysPanel
      title="API keys"
      route="me/keys"
      keys={keys}
      accounts={named}
      help="For a bot, a script or a home automation of yours. A key reads what you may read, or less. You may have ten."
    />
  );
}
