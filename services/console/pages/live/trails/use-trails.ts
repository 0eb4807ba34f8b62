import { useMemo } from 'react';
import type { TrailPosition } from '../../map/trails/trail-parts.ts';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useCanRead } from '../../read-api/use-key-rights.ts';
import { useReadableAccounts } from '../../read-api/use-readable-accounts.ts';
import { useAddressChoice, useAddressIds, useAddressValue } from '../../state/use-address-value.ts';
import { parsePlaySession, type TrailRange, trailDetail, trailRangeMs, trailRanges } from './trail-range.ts';

interface ShownTrails {
  /** In the order of the ids. A trail that is loading or unreadable is empty. */
  readonly points: readonly (readonly TrailPosition[])[];
  /** Until all trails of the selection are loaded, trails of the previous selection stay. */
  readonly isLoaded: boolean;
}

function useTrails(ids: readonly string[], range: TrailRange, session: string): ShownTrails {
  const canRead = useCanRead('location_history');
  const readable = useReadableAccounts(ids, 'location_history');
  const named = ids.join();
  const wanted = [readable, range, session].join(' ');
  const { body } = useHubAnswer(
    'trails',
    { readable, range, session },
    async (client, signal) => {
      const chosen = parsePlaySession(session);
      const spanMs = chosen === null ? trailRangeMs[range] : chosen.to - chosen.from;
      const from = chosen?.from ?? Date.now() - spanMs;
      const asked = { accounts: readable, from, to: chosen?.to, detail: trailDetail(spanMs) };
      const { data } = await client.get('/locations', asked, signal);
      return { of: wanted, accounts: data.accounts };
    },
    { enabled: canRead && readable.length > 0, everyMs: 60_000 },
  );
  const points = useMemo(() => {
    const trails = new Map(body?.accounts.map(({ account, points }) => [account.id, points]));
    // The latest answer stays in the cache when no account is left.
    return named.split(',').map((id) => (readable.includes(id) ? (trails.get(id) ?? []) : []));
  }, [body, named, readable]);
  return { points, isLoaded: body?.of === wanted };
}

const trailsMax = 8;

export function useShownTrails() {
  const [ids, setIds] = useAddressIds('trails', trailsMax);
  const [range, setRange] = useAddressChoice('range', trailRanges);
  const [session, setSession] = useAddressValue('session', '');
  return {
    ids,
    range,
    session,
    ...useTrails(ids, range, session),
    setSession,
    setRange: (next: TrailRange) => {
      setSession('');
      setRange(next);
    },
    /** Above the limit, the first trails are removed. */
    toggle: (id: string) =>
      setIds(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(-trailsMax)),
  };
}
