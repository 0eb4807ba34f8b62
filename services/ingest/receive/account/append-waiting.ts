import { startPeriodicTask } from '../../../../shared/async/periodic-task.ts';
import { within } from '../../../../shared/async/waiting.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import { decideWaitingHoldings, dueHoldings } from '../holdings/decide-holdings.ts';
import { noHoldings } from '../holdings/holdings-memory.ts';
import { hasDueTiles, noTiles, takeDueTiles } from '../tiles/waiting-tiles.ts';
import type { AccountMemory } from './account-memory.ts';
import { type TakenFacts, withoutTaken } from './decide.ts';
import type { RememberedAccount, RememberedAccounts } from './keep-accounts.ts';
import { loadHoldings, readSubject } from './load-account.ts';

type Deps = Pick<IngestDeps, 'journal' | 'directory' | 'clock' | 'isSoleProcess'>;

const checkEveryMs = 1_000;
const closeWithinMs = 5_000;
/** Appends of several accounts share a commit. */
const accountsAtOnce = 100;

/**
 * A task appends tiles and holdings that are not due with their report.
 * @returns a function that appends everything that waits, and stops the task
 */
export function startWaitingAppends(
  deps: Deps & Pick<IngestDeps, 'logger'>,
  accounts: RememberedAccounts,
  monotonicNow: () => number,
): () => Promise<void> {
  const appendWaiting = createWaitingAppender(deps, accounts);
  const appending = startPeriodicTask({
    name: 'append of waiting tiles and holdings',
    run: () => appendWaiting(monotonicNow()),
    everyMs: checkEveryMs,
    firstAfterMs: checkEveryMs,
    isNeeded: () => accounts.waiting().length > 0,
    logger: deps.logger,
  });

  async function appendLast(): Promise<void> {
    await appending.stop();
    await appendWaiting(monotonicNow(), Number.POSITIVE_INFINITY).catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'the last tiles and the last changes of some holdings are not stored');
    });
  }

  return () => within(closeWithinMs, appendLast(), () => {});
}

/**
 * Appends what is due until a time, by default now. A failure does not stop the appends of other
 * accounts. Times are monotonic ms.
 * @throws the first failure; the next call tries again
 */
export function createWaitingAppender(
  deps: Deps,
  accounts: RememberedAccounts,
): (now: number, until?: number) => Promise<void> {
  async function appendDue(account: RememberedAccount, now: number, until: number): Promise<void> {
    const taken = await account.inTurn(() => takeDue(account, now, until));
    const events = [...taken.holdings, ...taken.tiles];
    if (events.length === 0) return;
    try {
      await deps.journal.append(events);
    } catch (error) {
      account.memory = withoutTaken(account.memory, taken, now);
      throw error;
    }
  }

  /** @throws LogUnavailable; then nothing is taken */
  async function takeDue(account: RememberedAccount, now: number, until: number): Promise<TakenFacts> {
    dropErased(account);
    const { read, checkAt } = account.memory.holdings;
    const isChecked = checkAt !== null && checkAt <= now;
    if (isChecked) for (const subject of read.keys()) await readSubject(deps, account, subject, now);
    const waiting = dueHoldings(account.memory.holdings, until).map(({ event }) => event);
    const logs = await loadHoldings(deps, account, waiting, now);
    const { memory } = account;
    const known = isChecked ? { ...memory.holdings, checkAt: null } : memory.holdings;
    const options = { ...deps, now, logs, room: accounts.room().holdingBytes };
    const { holdings, due } = decideWaitingHoldings(known, until, options);
    const { tiles, events } = takeDueTiles(account.id, memory.tiles, until);
    account.memory = { ...memory, tiles, holdings };
    return { tiles: events, holdings: due };
  }

  /** An append for an erased account or member would bring back its records, or fail for ever. */
  function dropErased(account: RememberedAccount): void {
    const { accounts: known, members } = deps.directory.currentOrStale();
    const { id, memory } = account;
    if (!known.has(id)) {
      account.memory = { ...memory, tiles: noTiles, holdings: noHoldings };
      return;
    }
    const waiting = [...memory.holdings.waiting].filter(
      ([, { event }]) => event.subject === id || members.has(event.subject),
    );
    account.memory = { ...memory, holdings: { ...memory.holdings, waiting: new Map(waiting) } };
  }

  return async (now, until = now) => {
    const due = accounts.waiting().filter(({ memory }) => isDue(memory, now, until));
    const failures: unknown[] = [];
    for (let from = 0; from < due.length; from += accountsAtOnce) {
      const appends = due
        .slice(from, from + accountsAtOnce)
        .map(({ id }) => accounts.use(id, (account) => appendDue(account, now, until)));
      for (const end of await Promise.allSettled(appends)) {
        if (end.status === 'rejected') failures.push(end.reason);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
}

function isDue({ tiles, holdings }: AccountMemory, now: number, until: number): boolean {
  const { checkAt } = holdings;
  const isCheckDue = checkAt !== null && checkAt <= now;
  return hasDueTiles(tiles, until) || isCheckDue || dueHoldings(holdings, until).length > 0;
}
