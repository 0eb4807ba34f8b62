import type { SnapshotAccount } from '../../../../../shared/client/api.ts';
import { findPlace } from '../../common/named-places.ts';
import { compareNames } from '../../common/text/account-name.ts';
import { type Freshness, freshnessOf } from '../../map/live-player.ts';
import { createStore, type Store } from '../../state/store.ts';

export interface PlayerLine {
  readonly id: string;
  readonly name: string;
  readonly freshness: Freshness;
  /** Undefined when the key cannot read it, null when the player was never seen. */
  readonly lastSeen: string | null | undefined;
  readonly hasPlace: boolean;
  /** The time of an old place of an online player, ISO-8601. */
  readonly oldPlaceAt: string | null;
  readonly hasTrail: boolean;
}

/** Texts are separate stores, because most reports change only them. */
export interface ListedPlayer {
  readonly line: Store<PlayerLine>;
  /** Like `26/43`; empty when unknown. */
  readonly hp: Store<string>;
  readonly worldAndPlace: Store<string>;
}

export interface ListedPlayers {
  readonly all: readonly ListedPlayer[];
  readonly online: readonly ListedPlayer[];
}

/** A poll renders only the players that look different. */
export class PlayerList {
  readonly listed = createStore<ListedPlayers>({ all: [], online: [] });
  readonly #players = new Map<string, ListedPlayer>();

  /** @param changed ids of accounts that may have changed */
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

  /** @returns whether the order of the list changed */
  #showPlayer(account: SnapshotAccount): boolean {
    const line = lineOf(account);
    const hp = account.hp ? `${account.hp.current}/${account.hp.max}` : '';
    const worldAndPlace = worldAndPlaceOf(account);
    const known = this.#players.get(line.id);
    if (known === undefined) {
      const texts = { hp: createStore(hp), worldAndPlace: createStore(worldAndPlace) };
      this.#players.set(line.id, { line: createStore(line), ...texts });
      return true;
    }
    known.hp.set(hp);
    known.worldAndPlace.set(worldAndPlace);
    const before = known.line.get();
    if (isSame(before, line)) return false;
    known.line.set(line);
    return before.name !== line.name || rankOf(before) !== rankOf(line);
  }
}

function inOrder(players: ListedPlayer[]): ListedPlayers {
  const all = players.sort((one, other) => {
    const [left, right] = [one.line.get(), other.line.get()];
    return rankOf(left) - rankOf(right) || compareNames(left, right);
  });
  return { all, online: all.filter(({ line }) => line.get().freshness !== 'offline') };
}

function rankOf({ freshness }: PlayerLine): number {
  return Number(freshness === 'offline');
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
    oldPlaceAt: freshness === 'stale' ? (location?.updated_at ?? null) : null,
    hasTrail: categories.includes('location_history'),
  };
}

/** The place is last, because the end of a long text is cut off. */
function worldAndPlaceOf({ world, location }: SnapshotAccount): string {
  const place = location ? findPlace(location)?.name : '';
  return [world ? `w${world}` : '', place].filter(Boolean).join(' ');
}

function isSame(left: PlayerLine, right: PlayerLine): boolean {
  return (
    left.name === right.name &&
    left.freshness === right.freshness &&
    // The time changes with every report of an online player, and only offline players show it.
    (left.lastSeen === right.lastSeen || right.freshness !== 'offline') &&
    left.hasPlace === right.hasPlace &&
    left.oldPlaceAt === right.oldPlaceAt &&
    left.hasTrail === right.hasTrail
  );
}
