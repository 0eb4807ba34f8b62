import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useAccounts } from '../read-api/use-read-api.ts';
import { useOwnAccounts, useReadableAccounts } from '../read-api/use-readable-accounts.ts';

const askedMax = 5;

/** The bosses of own accounts, and of others up to five accounts; the most killed comes first. */
export function useKnownBosses(enabled: boolean): readonly string[] {
  const { accounts } = useAccounts();
  const readable = useReadableAccounts([...new Set([...useOwnAccounts(), ...accounts.keys()])], 'events');
  const ids = readable.slice(0, askedMax);
  const { body = [] } = useHubAnswer(
    'known bosses',
    { ids },
    (client, signal) => Promise.all(ids.map((id) => client.get('/accounts/{id}/kills', { id }, signal))),
    { enabled: enabled && ids.length > 0 },
  );
  const bosses = body.flatMap(({ data }) => data.bosses ?? []);
  return [
    ...new Set(bosses.sort((one, other) => (other.kills ?? 0) - (one.kills ?? 0)).map(({ name }) => name)),
  ];
}
