import { LRUCache } from 'lru-cache';
import { type AccountMemory, bytesOf, emptyMemory } from './account-memory.ts';

export interface RememberedAccount {
  readonly id: string;
  memory: AccountMemory;
  /**
   * The queue of the account: works run one after another, in the order of the calls. A report
   * waits here for reads, and never for an append. Few wait: a member has two reports at a time.
   */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The memories of accounts, shared by all devices and plugins. */
export interface RememberedAccounts {
  /** The account is not evicted until the work ends. */
  use<Result>(id: string, work: (account: RememberedAccount) => Promise<Result>): Promise<Result>;
}

const bytesMaxDefault = 64 * 1_048_576;

export function keepAccounts({ bytesMax = bytesMaxDefault }: { bytesMax?: number } = {}): RememberedAccounts {
  /** With the number of works that use the account. */
  const inUse = new Map<string, { readonly account: RememberedAccount; users: number }>();
  const unused = new LRUCache<string, RememberedAccount>({
    maxSize: bytesMax,
    sizeCalculation: ({ memory }) => bytesOf(memory),
  });

  function take(id: string): { readonly account: RememberedAccount; users: number } {
    const used = inUse.get(id) ?? { account: unused.get(id) ?? openAccount(id), users: 0 };
    unused.delete(id);
    inUse.set(id, used);
    used.users += 1;
    return used;
  }

  return {
    use: async (id, work) => {
      const used = take(id);
      try {
        return await work(used.account);
      } finally {
        used.users -= 1;
        if (used.users === 0) {
          inUse.delete(id);
          unused.set(id, used.account);
        }
      }
    },
  };
}

function openAccount(id: string): RememberedAccount {
  let lastTurn: Promise<unknown> = Promise.resolve();
  return {
    id,
    memory: emptyMemory(),
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
