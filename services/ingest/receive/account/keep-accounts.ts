import { LRUCache } from 'lru-cache';
import {
  type AccountMemory,
  bytesOf,
  countWaiting,
  emptyMemory,
  isWaiting,
  type WaitingCounts,
  withWaitingOnly,
} from './account-memory.ts';

export interface RememberedAccount {
  readonly id: string;
  memory: AccountMemory;
  /**
   * The queue of the account: works run one after another, in the order of the calls. A report
   * waits here for reads, and never for an append. Few wait: a member has two reports at a time.
   */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * The memories of accounts, shared by all devices and plugins. The least recently used account is
 * evicted, but its tiles and holdings that wait for an append stay.
 */
export interface RememberedAccounts {
  /** The account is not evicted until the work ends. */
  use<Result>(id: string, work: (account: RememberedAccount) => Promise<Result>): Promise<Result>;
  /** How much more may wait. Tiles and holdings without room are appended with their report. */
  room(): WaitingCounts;
  /** The accounts with something that waits. */
  waiting(): RememberedAccount[];
}

const bytesMaxDefault = 64 * 1_048_576;
const waitingMaxDefault: WaitingCounts = { tiles: 100_000, holdingBytes: 32 * 1_048_576 };

export interface AccountBounds {
  /** Roughly, without waiting tiles and holdings. */
  readonly bytesMax?: number;
  readonly waitingMax?: WaitingCounts;
}

export function keepAccounts(bounds: AccountBounds = {}): RememberedAccounts {
  const { bytesMax = bytesMaxDefault, waitingMax = waitingMaxDefault } = bounds;
  /** Also accounts that were evicted: what waits stays until it is appended. */
  const waiting = new Map<string, RememberedAccount>();
  const inUse = new Map<string, { readonly account: RememberedAccount; users: number }>();
  const others = new LRUCache<string, RememberedAccount>({
    maxSize: bytesMax,
    sizeCalculation: ({ memory }) => bytesOf(memory),
    dispose: (account, _id, reason) => {
      if (reason === 'evict') account.memory = withWaitingOnly(account.memory);
    },
  });
  let counts: WaitingCounts = { tiles: 0, holdingBytes: 0 };

  function onChange(account: RememberedAccount, before: AccountMemory): void {
    const [earlier, later] = [countWaiting(before), countWaiting(account.memory)];
    counts = {
      tiles: counts.tiles + later.tiles - earlier.tiles,
      holdingBytes: counts.holdingBytes + later.holdingBytes - earlier.holdingBytes,
    };
    if (isWaiting(account.memory)) waiting.set(account.id, account);
    else waiting.delete(account.id);
  }

  function take(id: string): { readonly account: RememberedAccount; users: number } {
    const known = inUse.get(id);
    if (known !== undefined) return known;
    const account = others.get(id) ?? waiting.get(id) ?? openAccount(id, onChange);
    others.delete(id);
    const used = { account, users: 0 };
    inUse.set(id, used);
    return used;
  }

  return {
    use: async (id, work) => {
      const used = take(id);
      used.users += 1;
      try {
        return await work(used.account);
      } finally {
        used.users -= 1;
        if (used.users === 0) {
          inUse.delete(id);
          others.set(id, used.account);
        }
      }
    },
    room: () => ({
      tiles: waitingMax.tiles - counts.tiles,
      holdingBytes: waitingMax.holdingBytes - counts.holdingBytes,
    }),
    waiting: () => [...waiting.values()],
  };
}

function openAccount(
  id: string,
  onChange: (account: RememberedAccount, before: AccountMemory) => void,
): RememberedAccount {
  let memory = emptyMemory();
  let lastTurn: Promise<unknown> = Promise.resolve();
  return {
    id,
    get memory() {
      return memory;
    },
    set memory(next) {
      const before = memory;
      memory = next;
      onChange(this, before);
    },
    inTurn: (work) => {
      const turn = lastTurn.then(work);
      lastTurn = turn.catch(() => {});
      return turn;
    },
  };
}

/**
 * The rule of freshness: a process that knows that it is alone trusts what it has read. With
 * several processes, another process may have stored something newer.
 * @param readAt monotonic ms, like `now`
 */
export function isFresh(
  { isSoleProcess }: { readonly isSoleProcess: boolean },
  readAt: number,
  { now, everyMs }: { readonly now: number; readonly everyMs: number },
): boolean {
  return isSoleProcess || now - readAt < everyMs;
}
