import type { SnapshotAccount } from '../../../../../shared/client/api.ts';
import { findNearestPlace } from '../../common/named-places.ts';
import { type Freshness, freshnessOf } from '../../map/live-player.ts';
import { createStore, type Store } from '../../state/store.ts';

/** What the list shows of a player and seldom changes, each a plain value. */
export interface PlayerLine {
  readonly id: string;
  readonly name: string;
  readonly freshness: Freshness;
  /** Undefined where the key does not read it, null where nobody was seen yet. */
  readonly lastSeen: string | null | undefined;
  /** Whether the key reads where the player is. */
  readonly hasPlace: boolean;
  /** Whether the key reads where the player was. */
  readonly hasTrail: boolean;
}

/** Texts stand apart from the line: with most reports they differ, and nothing else does. */
export interface ListedPlayer {
  readonly line: Store<PlayerLine>;
  /** Hit points and world. */
  readonly numbers: Store<string>;
  /** The nearest place's name. */
  readonly place: Store<string>;
}

export interface ListedPlayers {
  readonly all: readonly ListedPlayer[];
  readonly online: readonly ListedPlayer[];
}

/** Much faster than `localeCompare`, which looks the language up each time. */
const byName = new Intl.Collator();
const rank = { online: 0, stale: 0, offline: 1 } as const;

/**
 * Who is listed, in order, as stores for each player: a poll that brings five of them anew reaches what looks otherwise than
 * before, and neither the list nor the other 495.
 */
export class PlayerList {
  readonly listed = createStore<ListedPlayers>({ all: [], online: [] });
  readonly #players = new Map<string, ListedPlayer>();

  /** @param changed ids of those who may differ from what was shown last */
  show(accounts: ReadonlyMap<string, SnapshotAccount>, changed: Iterable<string>): void {
    let hasMoved = false;
    for (const id of changed) {
      const account = accounts.get(id);
      if (account !== undefined) hasMoved = this.#showPlayer(account) || hasMoved;
    }
    for (const id of this.#players.keys()) {
      if (accounts.has(id)) continue;
      this.#players.delete(id);
      hasMoved = true;
    }
    if (hasMoved) this.listed.set(inOrder([...this.#players.values()]));
  }

  /** @returns whether the list itself differs */
  #showPlayer(account: SnapshotAccount): boolean {
    const line = lineOf(account);
    const [numbers, place] = [numbersOf(account, line.freshness), placeOf(account)];
    const known = this.#players.get(line.id);
    if (known === undefined) {
      const player = { line: createStore(line), numbers: createStore(numbers), place: createStore(place) };
      this.#players.set(line.id, player);
      return true;
    }
    known.numbers.set(numbers);
    known.place.set(place);
    const before = known.line.get();
    if (isSame(before, line)) return false;
    known.line.set(line);
    return before.name !== line.name || rankOf(before) !== rankOf(line);
  }
}

/** Online first, then by name. */
function inOrder(players: ListedPlayer[]): ListedPlayers {
  const all = players.sort((one, other) => {
    const [left, right] = [one.line.get(), other.line.get()];
    return rankOf(left) - rankOf(right) || byName.compare(left.name, right.name);
  });
  return { all, online: all.filter(({ line }) => line.get().freshness !== 'offline') };
}

function rankOf({ freshness }: PlayerLine): number {
  return rank[freshness];
}

function lineOf(account: SnapshotAccount): PlayerLine {
  const { id, name, location, categories } = account;
  const freshness = freshnessOf(account);
  return {
    id,
    name,
    freshness,
    lastSeen: account.last_seen,
    hasPlace: location !== undefined && location !== null,
    hasTrail: categories.includes('location_history'),
  };
}

function numbersOf({ hp, world }: SnapshotAccount, freshness: Freshness): string {
  const shown = [hp ? `${hp.current}/${hp.max} hp` : '', freshness !== 'offline' && world ? `w${world}` : ''];
  return shown.filter((text) => text !== '').join(' · ');
}

function placeOf({ location }: SnapshotAccount): string {
  return location ? (findNearestPlace(location)?.name ?? '') : '';
}

function isSame(left: PlayerLine, right: PlayerLine): boolean {
  return (
    left.name === right.name &&
    left.freshness === right.freshness &&
    // Of somebody who plays it is news with every report, and not shown.
    (left.lastSeen === right.lastSeen || right.freshness !== 'offline') &&
    left.hasPlace === right.hasPlace &&
    left.hasTrail === right.hasTrail
  );
}
