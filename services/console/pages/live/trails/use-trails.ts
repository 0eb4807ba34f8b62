import { useMemo } from 'react';
import type { TrailPosition } from '../../map/trails/trail-parts.ts';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useCanRead } from '../../read-api/use-me.ts';
import { useReadableAccounts } from '../../read-api/use-readable-accounts.ts';
import { useAddressChoice, useAddressIds, useAddressValue } from '../../state/use-address-value.ts';
import { parsePlaySession, type TrailRange, trailRangeMs, trailRanges } from './trail-range.ts';

interface ShownTrails {
  /** In the order of the ids. One that is on its way or cannot be read is empty. */
  readonly points: readonly (readonly TrailPosition[])[];
  /** Whether none is on its way: those of another time stay until these have come. */
  readonly hasArrived: boolean;
}

/** The trails of the players who were chosen, over a range or over one play session. */
function useTrails(ids: readonly string[], range: TrailRange, session: string): ShownTrails {
  const canRead = useCanRead('location_history');
  const readable = useReadableAccounts(ids, 'location_history');
  const named = ids.join();
  const wanted = [readable, range, session].join(' ');
  const { body } = useHubAnswer(
    'trails',
    { readable, range, session },
    async (client, signal) => {
      const { from, to } = parsePlaySession(session) ?? {
        from: Date.now() - trailRangeMs[range],
        to: undefined,
      };
      const { data } = await client.get('/locations', { accounts: readable, from, to }, signal);
      return { of: wanted, accounts: data.accounts };
    },
    { enabled: canRead && readable.length > 0, everyMs: 60_000 },
  );
  const points = useMemo(() => {
    const trails = new Map(body?.accounts.map(({ account, points }) => [account.id, points]));
    // The latest answer stays when nobody is left to ask for.
    return named.split(',').map((id) => (readable.includes(id) ? (trails.get(id) ?? []) : []));
  }, [body, named, readable]);
  return { points, hasArrived: body?.of === wanted };
}

const trailsMax = 8;

/** Whose trails the address names, over which time, and the trails themselves. */
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
    /** Shows or hides a trail; of more than eight the first ones go. */
    toggle: (id: string) =>
      setIds(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(-trailsMax)),
  };
}
