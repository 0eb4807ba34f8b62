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

interface Entry {
  readonly account: RememberedAccount;
  users: number;
  counted: WaitingCounts;
}

const bytesMaxDefault = 64 * 1_048_576;
const waitingMax: WaitingCounts = { tiles: 100_000, holdingBytes: 32 * 1_048_576 };

/** @param bytesMax roughly, without waiting tiles and holdings */
export function keepAccounts(bytesMax: number = bytesMaxDefault): RememberedAccounts {
  const inUse = new Map<string, Entry>();
  /** Also accounts that were evicted. */
  const waiting = new Map<string, Entry>();
  const others = new LRUCache<string, Entry>({
    maxSize: bytesMax,
    sizeCalculation: ({ account }) => bytesOf(account.memory),
    dispose: ({ account }, _id, reason) => {
      if (reason === 'evict') account.memory = withWaitingOnly(account.memory);
    },
  });
  const room = { ...waitingMax };

  function giveBack(entry: Entry): void {
    const { id, memory } = entry.account;
    const counted = countWaiting(memory);
    room.tiles += entry.counted.tiles - counted.tiles;
    room.holdingBytes += entry.counted.holdingBytes - counted.holdingBytes;
    entry.counted = counted;
    if (isWaiting(memory)) waiting.set(id, entry);
    else waiting.delete(id);
    entry.users -= 1;
    if (entry.users > 0) return;
    inUse.delete(id);
    others.set(id, entry);
  }

  return {
    use: async (id, work) => {
      const entry = inUse.get(id) ?? others.get(id) ?? waiting.get(id) ?? openEntry(id);
      others.delete(id);
      inUse.set(id, entry);
      entry.users += 1;
      try {
        return await work(entry.account);
      } finally {
        giveBack(entry);
      }
    },
    room: () => room,
    waiting: () => Array.from(waiting.values(), ({ account }) => account),
  };
}

function openEntry(id: string): Entry {
  let lastTurn: Promise<unknown> = Promise.resolve();
  const account: RememberedAccount = {
    id,
    memory: emptyMemory(),
    inTurn: (work) => {
      const turn = lastTurn.then(work);
      lastTurn = turn.catch(() => {});
      return turn;
    },
  };
  return { account, users: 0, counted: countWaiting(account.memory) };
}

/**
 * The rule of freshness: a process that knows that it is alone trusts what it has read. With
 * several processes, another process may have stored something newer.
 */
export function isFresh(
  { isSoleProcess }: { readonly isSoleProcess: boolean },
  ageMs: number,
  everyMs: number,
): boolean {
  return isSoleProcess || ageMs < everyMs;
}
