import { useMemo } from 'react';
import { useAddressChoice, useAddressIds, useAddressValue } from '../hub/use-address.ts';
import { useAnswer } from '../hub/use-answer.ts';
import { useMayRead } from '../hub/use-me.ts';
import type { TrailMark } from '../map/trail-steps.ts';
import { sessionOf, type TrailRange, trailRangeMs, trailRanges } from './trail-range.ts';

/** The trails of the players who were chosen, in their order, over a range or over one play session; none while they are on their way. */
function useTrails(
  ids: readonly string[],
  range: TrailRange,
  session: string,
): readonly (readonly TrailMark[])[] {
  const mayRead = useMayRead('location_history');
  const named = ids.join();
  const { body } = useAnswer(
    'trails',
    { named, range, session },
    (client, signal) => {
      const { from, to } = sessionOf(session) ?? { from: Date.now() - trailRangeMs[range], to: undefined };
      return client.get('/locations', { accounts: named.split(','), from, to }, signal);
    },
    { enabled: mayRead && named !== '', everyMs: 60_000 },
  );
  return useMemo(() => {
    const trails = new Map(body?.data.accounts.map(({ account, points }) => [account.id, points]));
    return named.split(',').map((id) => trails.get(id) ?? []);
  }, [body, named]);
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
    points: useTrails(ids, range, session),
    setSession,
    setRange: (next: TrailRange) => {
      setSession('');
      setRange(next);
    },
    /** Of more than eight the first ones go. */
    toggle: (id: string) =>
      setIds(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(-trailsMax)),
  };
}
