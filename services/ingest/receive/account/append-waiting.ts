import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { startPeriodicTask } from '../../../../shared/async/periodic-task.ts';
import { within } from '../../../../shared/async/waiting.ts';
import type { NewEvent } from '../../../../shared/events/event.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import { decideWaitingHoldings, dueHoldings } from '../holdings/decide-holdings.ts';
import type { HoldingEvent } from '../holdings/events-of-holdings.ts';
import { noHoldings } from '../holdings/holdings-memory.ts';
import { hasDueTiles, noTiles, takeDueTiles } from '../tiles/waiting-tiles.ts';
import type { AccountMemory } from './account-memory.ts';
import { type TakenFacts, withoutTaken } from './decide.ts';
import type { RememberedAccount, RememberedAccounts } from './keep-accounts.ts';
import { loadHoldings, readSubject } from './load-holdings.ts';

type Deps = Pick<IngestDeps, 'journal' | 'directory' | 'clock' | 'isSoleProcess' | 'logger'>;

interface Moment {
  /** Monotonic ms. */
  readonly now: number;
  /** The process ends, so everything is due. */
  readonly isClosing: boolean;
}

const checkEveryMs = 1_000;
const closeWithinMs = 5_000;
/** Appends of several accounts share a commit. */
const accountsAtOnce = 100;

/**
 * A task appends tiles and holdings that are not due with their report.
 * @returns a function that appends everything that waits, and stops the task
 */
export function startWaitingAppends(
  deps: Deps,
  accounts: RememberedAccounts,
  monotonicNow: () => number,
): () => Promise<void> {
  const appendWaiting = createWaitingAppender(deps, accounts);
  const appending = startPeriodicTask({
    name: 'append of waiting tiles and holdings',
    run: () => appendWaiting({ now: monotonicNow(), isClosing: false }),
    everyMs: checkEveryMs,
    firstAfterMs: checkEveryMs,
    isNeeded: () => accounts.waiting().length > 0,
    logger: deps.logger,
  });

  async function appendLast(): Promise<void> {
    await appending.stop();
    await appendWaiting({ now: monotonicNow(), isClosing: true }).catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'the last tiles and the last changes of some holdings are not stored');
    });
  }

  return () => within(closeWithinMs, appendLast(), () => {});
}

/**
 * Appends what is due. A failure does not stop the appends of other accounts.
 * @throws the first failure; the next call tries again
 */
export function createWaitingAppender(
  deps: Omit<Deps, 'logger'>,
  accounts: RememberedAccounts,
): (moment: Moment) => Promise<void> {
  async function appendOf(id: string, moment: Moment): Promise<void> {
    await accounts.use(id, async (account) => {
      const { tiles, holdings } = await account.inTurn(() => takeDue(deps, accounts, account, moment));
      const events: NewEvent[] = [...holdings.changed, ...holdings.overtaken, ...tiles];
      if (events.length === 0) return;
      try {
        await deps.journal.append(events);
      } catch (error) {
        account.memory = withoutTaken(account.memory, { tiles, holdings }, moment.now);
        throw error;
      }
    });
  }

  return async (moment) => {
    const due = accounts.waiting().filter(({ memory }) => isDue(memory, moment));
    const failures: unknown[] = [];
    for (let from = 0; from < due.length; from += accountsAtOnce) {
      const appends = due.slice(from, from + accountsAtOnce).map(({ id }) => appendOf(id, moment));
      for (const end of await Promise.allSettled(appends)) {
        if (end.status === 'rejected') failures.push(end.reason);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
}

/** @throws LogUnavailable; then nothing is taken */
async function takeDue(
  deps: Omit<Deps, 'logger'>,
  accounts: RememberedAccounts,
  account: RememberedAccount,
  moment: Moment,
): Promise<TakenFacts> {
  const { now, isClosing } = moment;
  account.memory = withoutErased(account, deps.directory.currentOrStale());
  const { read } = account.memory.holdings;
  const isChecked = isCheckDue(account.memory, now);
  if (isChecked) for (const subject of read.keys()) await readSubject(deps, account, subject, now);
  const due = dueHoldings(account.memory.holdings, untilOf(moment)).map(({ event }) => event);
  const logs = await loadHoldings(deps, account, due, now);
  const { memory } = account;
  const decided = decideWaitingHoldings(isChecked ? { ...memory.holdings, checkAt: null } : memory.holdings, {
    ...deps,
    now,
    isClosing,
    logs,
    room: accounts.room().holdingBytes,
  });
  const { tiles, events } = takeDueTiles(account.id, memory.tiles, untilOf(moment));
  account.memory = { ...memory, tiles, holdings: decided.holdings };
  return { tiles: events, holdings: decided.taken };
}

function isDue(memory: AccountMemory, moment: Moment): boolean {
  const { tiles, holdings } = memory;
  return (
    hasDueTiles(tiles, untilOf(moment)) ||
    dueHoldings(holdings, untilOf(moment)).length > 0 ||
    holdings.overtaken.size > 0 ||
    isCheckDue(memory, moment.now)
  );
}

function untilOf({ now, isClosing }: Moment): number {
  return isClosing ? Number.POSITIVE_INFINITY : now;
}

function isCheckDue({ holdings }: AccountMemory, now: number): boolean {
  return holdings.checkAt !== null && holdings.checkAt <= now;
}

/** An append for an erased account or member would bring back its records, or fail for ever. */
function withoutErased({ id, memory }: RememberedAccount, { accounts, members }: Directory): AccountMemory {
  if (!accounts.has(id)) return { ...memory, tiles: noTiles, holdings: noHoldings };
  const isKnown = ({ subject }: HoldingEvent) => subject === id || members.has(subject);
  const waiting = new Map([...memory.holdings.waiting].filter(([, { event }]) => isKnown(event)));
  return { ...memory, holdings: { ...memory.holdings, waiting } };
}
