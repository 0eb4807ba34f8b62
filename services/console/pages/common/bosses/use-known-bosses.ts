import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useMe } from '../../read-api/use-key-rights.ts';
import { filterOwn, filterReadable, useAccountIds } from '../../read-api/use-readable-accounts.ts';

const askedMax = 5;

/** The bosses of own accounts, and of others up to five accounts; the most killed comes first. */
export function useKnownBosses(enabled: boolean): readonly string[] {
  const member = useMe()?.user?.name;
  const ids = useAccountIds((accounts) => {
    const ownFirst = new Set([...filterOwn(accounts, member), ...accounts.keys()]);
    return filterReadable(accounts, ownFirst, 'events').slice(0, askedMax);
  });
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
