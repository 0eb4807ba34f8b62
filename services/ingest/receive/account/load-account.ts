import { readSkillNames, readStoredPresence } from '../../../../projections/account-state/queries/parts.ts';
import { readKnownXp } from '../../../../projections/xp-history/queries/read-skills.ts';
import { within } from '../../../../shared/async/waiting.ts';
import { minuteMs } from '../../../../shared/domain/durations.ts';
import {
  readEventsOfSubject,
  readNewestOfSubject,
} from '../../../../shared/log/reading/read-events-of-subject.ts';
import type { Skill } from '../../facts/facts.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import { isCollectionLog, type StoredLogs } from '../holdings/complete-holdings.ts';
import type { HoldingEvent } from '../holdings/events-of-holdings.ts';
import { withRecords } from '../holdings/holdings-memory.ts';
import { hasNewSkillNames, withStoredNames } from '../limits/account-entry-limit.ts';
import { characterIn, withLower } from '../translate/other-character.ts';
import { readInTime, readTimeoutMs } from '../translate/read-in-time.ts';
import { unknownWorld, worldOfPresence } from '../translate/resolve-world.ts';
import { isFresh, type RememberedAccount } from './keep-accounts.ts';

// Reads what a report needs and the memory lacks, in the queue of the account. A report waits at
// most 500 ms for a read of the database: then the memory counts. Times are monotonic ms.

type ReadDeps = Pick<IngestDeps, 'database' | 'logger' | 'isSoleProcess'>;
type HoldingDeps = Pick<IngestDeps, 'journal' | 'clock' | 'isSoleProcess'>;

const worldEveryMs = 5_000;
const xpEveryMs = minuteMs;
const skillNamesRetryMs = 5_000;
/** `hub raw replay` appends holdings next to a sole process. */
const holdingsEveryMs = minuteMs;
const holdingsStream = 'hub.holdings';

/** The newer of the remembered world and the stored world. */
export async function loadWorld(deps: ReadDeps, account: RememberedAccount, now: number): Promise<void> {
  const { world } = account.memory;
  const isKnown = world !== unknownWorld;
  if (isKnown && isFresh(deps, now - world.checkedAt, worldEveryMs)) return;
  const read = readStoredPresence(deps.database, account.id);
  const presence = await readInTime(deps, 'the last world of an account', read);
  if (presence === undefined && !isKnown) return;
  const stored = presence ? worldOfPresence(presence, presence.at) : unknownWorld;
  const newer = isKnown && world.reportedAt >= stored.reportedAt ? world : stored;
  account.memory = { ...account.memory, world: { ...newer, checkedAt: now } };
}

/** Lower xp may be confirmed at any time, so then also a sole process reads again. */
export async function loadCharacter(
  deps: ReadDeps,
  account: RememberedAccount,
  skills: readonly Skill[],
  now: number,
): Promise<void> {
  const { character } = account.memory;
  const isSure = character.isRead && withLower(character, skills).lower.size === 0;
  const isSoleProcess = deps.isSoleProcess && isSure;
  if (isFresh({ isSoleProcess }, now - character.readAt, xpEveryMs)) return;
  const stored = await readInTime(deps, 'the known xp of an account', readKnownXp(deps.database, account.id));
  // Without an answer the memory counts until the next read, so that not every report waits.
  const read = stored === undefined ? { ...character, readAt: now } : characterIn(stored, now);
  account.memory = { ...account.memory, character: read };
}

/** After a failed read no name is added: a skill over the limit could be stored for ever. */
export async function loadSkillNames(
  { database, logger }: ReadDeps,
  account: RememberedAccount,
  skills: readonly Skill[],
  now: number,
): Promise<void> {
  if (!hasNewSkillNames(account.memory.skillNames, skills, now)) return;
  // Continues after the timeout, so that the next report knows the names.
  const reading = readSkillNames(database, account.id).then((stored) => {
    const skillNames = withStoredNames(account.memory.skillNames, stored);
    account.memory = { ...account.memory, skillNames };
  });
  try {
    await within(readTimeoutMs, reading, () => {
      throw new Error(`the database did not answer within ${readTimeoutMs} ms`);
    });
  } catch (error) {
    const skillNames = { ...account.memory.skillNames, readAgainAt: now + skillNamesRetryMs };
    account.memory = { ...account.memory, skillNames };
    logger.warn({ err: error }, 'new skills of an account are left out: its stored skills could not be read');
  }
}

/**
 * Reads the subjects of holdings from the log: once a minute, with several processes at every call.
 * @returns the stored collection logs, for holdings that are collection logs
 * @throws LogUnavailable
 */
export async function loadHoldings(
  deps: HoldingDeps,
  account: RememberedAccount,
  holdings: readonly HoldingEvent[],
  now: number,
): Promise<StoredLogs> {
  const subjects = new Set(holdings.map(({ subject }) => subject));
  for (const subject of subjects) await readSubject(deps, account, subject, now);
  const logs = new Map();
  for (const { key, subject } of holdings.filter(isCollectionLog)) {
    const stored = (await readNewestOfSubject(deps.journal, holdingsStream, subject)).get(key);
    if (stored !== undefined) logs.set(key, stored.data);
  }
  return logs;
}

export async function readSubject(
  deps: HoldingDeps,
  account: RememberedAccount,
  subject: string,
  now: number,
): Promise<void> {
  const known = account.memory.holdings.read.get(subject);
  if (known !== undefined && deps.isSoleProcess && now - known.now < holdingsEveryMs) return;
  const { events, next } = await readEventsOfSubject(deps.journal, holdingsStream, subject, known?.next);
  // A failed append discards what is stored, so everything is read again.
  if (account.memory.holdings.read.get(subject) !== known) return readSubject(deps, account, subject, now);
  const read = { accountId: account.id, subject, events, next, now, at: deps.clock() };
  account.memory = { ...account.memory, holdings: withRecords(account.memory.holdings, read) };
}
