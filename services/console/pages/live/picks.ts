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
  /** The account whose following opened the card. */
  readonly follows?: string;
}

/** Null without anything at the place. */
export function pickSpot({ players, markers, place }: MapPick, at: number | null = null): Picked | null {
  if (place === null) return null;
  const counts = [countOf(players, 'player'), countOf(markers, 'event')].filter((text) => text !== '');
  const title = [counts.join(' and '), placeText(place)].join(' ').trim();
  return { title, groups: [{ place: null, players }], markers, at };
}

export function pickFollowed(id: string): Picked {
  return { title: 'Followed player', groups: [{ place: null, players: [id] }], markers: [], follows: id };
}

/** Large groups come first, and players without a named place last. Players online come first. */
export function pickRealm(accounts: Iterable<SnapshotAccount>, realm: Realm): Picked {
  const isOffline = (account: SnapshotAccount) => Number(freshnessOf(account) === 'offline');
  const there = listRealm(accounts, realm).sort((one, other) => isOffline(one) - isOffline(other));
  return {
    title: [realmTitles[realm], countOf(there, 'player')].filter((text) => text !== '').join(': '),
    groups: groupByPlace(there).map(({ place, players }) => ({
      place,
      players: players.map(({ id }) => id),
    })),
    markers: [],
  };
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
