import type { SnapshotAccount } from '../../../../../shared/client/api.ts';
import { findPlace } from '../named-places.ts';
import { TimeAgo } from './time-ago.tsx';

type Location = NonNullable<SnapshotAccount['location']>;

/** The place of a player, with its age when the place is old. */
export function PlaceText({ location }: { readonly location: Location }) {
  const { x, y, plane, is_on_boat: isOnBoat } = location;
  return (
    <>
      {findPlace(location)?.name ?? `${x}, ${y}`}
      {plane > 0 && `, floor ${plane}`}
      {isOnBoat === true && ', on a boat'}
      {location.stale && <PlaceAge at={location.updated_at} />}
    </>
  );
}

/** Follows the name of a place older than 2 minutes. @param at ISO-8601 */
export function PlaceAge({ at }: { readonly at: string }) {
  return (
    <span className="place-age">
      , <TimeAgo at={at} />
    </span>
  );
}
