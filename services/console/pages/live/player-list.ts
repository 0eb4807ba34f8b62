import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { nearestPlace } from '../common/places.ts';
import { createStore, type Store } from '../hub/store.ts';
import { type Freshness, freshnessOf } from '../map/live-player.ts';

/** What the list shows of a player, each a plain value. */
export interface PlayerLine {
  readonly id: string;
  readonly name: string;
  readonly freshness: Freshness;
  readonly online: boolean;
  readonly numbers: string;
  readonly lastSeen: string | null;
  /** The nearest place's name; null where the key reads no place. */
  readonly place: string | null;
  /** Whether the key reads where the player was. */
  readonly hasTrail: boolean;
}

export interface ListedPlayers {
  readonly all: readonly Store<PlayerLine>[];
  readonly online: readonly Store<PlayerLine>[];
}

/** Much faster than `localeCompare`, which looks the language up each time. */
const byName = new Intl.Collator();
const rank = { online: 0, stale: 0, offline: 1 } as const;

/**
 * Who is listed, in order, as a store for each line: a poll that brings five players anew renders the lines that look otherwise
 * than before, and neither the list nor the other 495.
 */
export class PlayerList {
  readonly listed = createStore<ListedPlayers>({ all: [], online: [] });
  readonly #lines = new Map<string, Store<PlayerLine>>();

  /** @param changed ids of those who may differ from what was shown last */
  show(accounts: ReadonlyMap<string, SnapshotAccount>, changed: Iterable<string>): void {
    let moved = false;
    for (const id of changed) {
      const account = accounts.get(id);
      if (account !== undefined) moved = this.#showLine(lineOf(account)) || moved;
    }
    for (const id of this.#lines.keys()) {
      if (accounts.has(id)) continue;
      this.#lines.delete(id);
      moved = true;
    }
    if (moved) this.listed.set(inOrder([...this.#lines.values()]));
  }

  /** @returns whether the list itself differs */
  #showLine(line: PlayerLine): boolean {
    const known = this.#lines.get(line.id);
    if (known === undefined) {
      this.#lines.set(line.id, createStore(line));
      return true;
    }
    const before = known.get();
    if (isSame(before, line)) return false;
    known.set(line);
    return before.name !== line.name || before.online !== line.online || rankOf(before) !== rankOf(line);
  }
}

/** Online first, then by name. */
function inOrder(lines: Store<PlayerLine>[]): ListedPlayers {
  const all = lines.sort((one, other) => {
    const [left, right] = [one.get(), other.get()];
    return rankOf(left) - rankOf(right) || byName.compare(left.name, right.name);
  });
  return { all, online: all.filter((line) => line.get().online) };
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
    online: freshness !== 'offline' && account.online !== false,
    numbers: numbersOf(account, freshness),
    lastSeen: account.last_seen ?? null,
    place: location === undefined || location === null ? null : (nearestPlace(location)?.name ?? ''),
    hasTrail: categories.includes('location_history'),
  };
}

function numbersOf({ hp, world }: SnapshotAccount, freshness: Freshness): string {
  const shown = [hp ? `${hp.current}/${hp.max} hp` : '', freshness !== 'offline' && world ? `w${world}` : ''];
  return shown.filter((text) => text !== '').join(' · ');
}

function isSame(left: PlayerLine, right: PlayerLine): boolean {
  return (
    left.name === right.name &&
    left.freshness === right.freshness &&
    left.online === right.online &&
    left.numbers === right.numbers &&
    // Of somebody who plays it is news with every report, and not shown.
    (left.lastSeen === right.lastSeen || right.freshness !== 'offline') &&
    left.place === right.place &&
    left.hasTrail === right.hasTrail
  );
}
