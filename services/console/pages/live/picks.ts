import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { findPlace, groupByPlace, type PlaceGroup } from '../common/named-places.ts';
import { countText } from '../common/text/format.ts';
import type { EventMarker } from '../map/event-marker.ts';
import type { MapPick } from '../map/live-map.ts';
import { freshnessOf } from '../map/live-player.ts';
import { type Realm, realmOf, realmTitles, tilesBetween, type WorldTile } from '../map/world.ts';

/** Ids of players. */
export type PickedGroup = PlaceGroup<string>;

/** The content of a card. */
export interface Picked {
  readonly title: string;
  readonly groups: readonly PickedGroup[];
  readonly markers: readonly EventMarker[];
  /** The time of a replay, epoch ms; null for now. */
  readonly at?: number | null;
  /** The place on the map that opened the card. */
  readonly spot?: WorldTile;
  /** The account whose following opened the card. */
  readonly follows?: string;
  /** The card lists who is in the realm now, like the count on its button. */
  readonly realm?: Realm;
}

/** Null without anything at the place. */
export function pickSpot(
  { players, markers, place }: MapPick,
  accounts: ReadonlyMap<string, SnapshotAccount> = new Map(),
  at: number | null = null,
): Picked | null {
  if (place === null) return null;
  const there = players.flatMap((id) => accounts.get(id) ?? []);
  const offline = at === null ? there.length - countOnline(there) : 0;
  const seen = countOf(players, 'player') + (offline > 0 ? ` (${offline} offline)` : '');
  const counts = [seen, countOf(markers, 'event')].filter((text) => text !== '');
  const title = [counts.join(' and '), placeText(place)].join(' ').trim();
  return { title, groups: [{ place: null, players }], markers, at, spot: place };
}

export function pickFollowed(id: string): Picked {
  return { title: 'Followed player', groups: [{ place: null, players: [id] }], markers: [], follows: id };
}

/** Large groups come first, and players without a named place last. Players online come first. */
export function pickRealm(there: readonly PlacedAccount[], realm: Realm): Picked {
  const inOrder = there.toSorted((one, other) => Number(isOffline(one)) - Number(isOffline(other)));
  return {
    title: [realmTitles[realm], hereText(there)].filter((text) => text !== '').join(': '),
    groups: groupByPlace(inOrder).map(({ place, players }) => ({
      place,
      players: players.map(({ id }) => id),
    })),
    markers: [],
    realm,
  };
}

function isOffline(account: SnapshotAccount): boolean {
  return freshnessOf(account) === 'offline';
}

export function countOnline(there: readonly SnapshotAccount[]): number {
  return there.filter((account) => !isOffline(account)).length;
}

/** Empty for nobody. */
export function hereText(there: readonly SnapshotAccount[]): string {
  const online = countOnline(there);
  const parts = [
    [online, 'here now'],
    [there.length - online, 'last seen here'],
  ] as const;
  return parts.flatMap(([count, text]) => (count > 0 ? `${count} ${text}` : [])).join(', ');
}

/** The largest group, of players online if there are any. */
export function findCrowd(there: readonly PlacedAccount[]): WorldTile | undefined {
  const online = there.filter((account) => !isOffline(account));
  const [group] = groupByPlace(online.length > 0 ? online : there);
  return group?.place ?? group?.players[0]?.location;
}

type PlacedAccount = SnapshotAccount & { readonly location: WorldTile };

export function listRealm(accounts: Iterable<SnapshotAccount>, realm: Realm): PlacedAccount[] {
  return [...accounts].filter(
    (account): account is PlacedAccount => account.location != null && realmOf(account.location) === realm,
  );
}

function countOf(all: readonly unknown[], word: string): string {
  return all.length === 0 ? '' : countText(all.length, word);
}

/** In tiles. */
const atMax = 24;

function placeText(place: WorldTile): string {
  const nearest = findPlace(place);
  if (nearest === null) return '';
  if (nearest.kind === 'area') return `in the ${nearest.name}`;
  if (tilesBetween(nearest, place) > atMax) return `near ${nearest.name}`;
  return `${nearest.kind === 'city' || nearest.kind === 'town' ? 'in' : 'at'} ${nearest.name}`;
}
