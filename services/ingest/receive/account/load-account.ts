import { readSkillNames } from '../../../../projections/account-state/queries/read-skill-names.ts';
import { readStoredPresence } from '../../../../projections/account-state/queries/stored-presence.ts';
import { readKnownXp } from '../../../../projections/xp-history/queries/read-known-xp.ts';
import { within } from '../../../../shared/async/waiting.ts';
import { minuteMs } from '../../../../shared/domain/durations.ts';
import type { Skill } from '../../facts/facts.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import type { Plugin, SentPlayer } from '../../plugin-adapter.ts';
import { hasNewSkillNames, withStoredNames } from '../limits/account-entry-limit.ts';
import { characterIn, mayBeOtherCharacter, withLower } from '../translate/other-character.ts';
import { readInTime, readTimeoutMs } from '../translate/read-in-time.ts';
import { needsLastWorld, unknownWorld, worldOfPresence } from '../translate/resolve-world.ts';
import type { TranslatedReport } from '../translate/translate-report.ts';
import { isFresh, type RememberedAccount } from './keep-accounts.ts';

/**
 * Reads what a report needs and the memory lacks. A report does not wait longer than 500 ms for a
 * read of the database: then the memory counts. Times are monotonic ms.
 */
export interface AccountLoader {
  /** For the translation of the report. */
  loadWorld(account: RememberedAccount, player: SentPlayer, now: number): Promise<void>;
  /** For the facts of the report. */
  loadForFacts(
    account: RememberedAccount,
    plugin: Plugin,
    report: TranslatedReport,
    now: number,
  ): Promise<void>;
}

const worldEveryMs = 5_000;
/** Until later reports or an operator confirm lower xp, it may be confirmed at any time. */
const xpEveryMs = minuteMs;
const skillNamesRetryMs = 5_000;

type Deps = Pick<IngestDeps, 'database' | 'logger' | 'isSoleProcess'>;

export function createAccountLoader(deps: Deps): AccountLoader {
  return {
    loadWorld: async (account, player, now) => {
      if (needsLastWorld(player)) await loadWorld(deps, account, now);
    },
    loadForFacts: async (account, plugin, report, now) => {
      if (mayBeOtherCharacter(plugin, report)) await loadXp(deps, account, report.facts.skills, now);
      if (hasNewSkillNames(account.memory.skillNames, report.facts.skills, now)) {
        await loadSkillNames(deps, account, now);
      }
    },
  };
}

/** The newer of the remembered world and the stored world. */
async function loadWorld(deps: Deps, account: RememberedAccount, now: number): Promise<void> {
  const { world } = account.memory;
  if (world !== null && isFresh(deps, world.checkedAt, { now, everyMs: worldEveryMs })) return;
  const presence = await readInTime(
    deps,
    'the last world of an account',
    readStoredPresence(deps.database, account.id),
  );
  if (presence === undefined && world === null) return;
  const stored = presence ? worldOfPresence(presence, presence.at) : unknownWorld;
  const newer = world !== null && world.reportedAt >= stored.reportedAt ? world : stored;
  account.memory = { ...account.memory, world: { ...newer, checkedAt: now } };
}

async function loadXp(
  deps: Deps,
  account: RememberedAccount,
  skills: readonly Skill[],
  now: number,
): Promise<void> {
  const { character } = account.memory;
  if (character !== null) {
    const isSure = character.isRead && withLower(character, skills).lower.size === 0;
    // Lower xp may have been confirmed, so also a sole process reads again.
    const isSoleProcess = deps.isSoleProcess && isSure;
    if (isFresh({ isSoleProcess }, character.readAt, { now, everyMs: xpEveryMs })) return;
  }
  const stored = await readInTime(deps, 'the known xp of an account', readKnownXp(deps.database, account.id));
  // Without an answer the memory counts until the next read, so that not every report waits.
  const unread = { ...(character ?? { ...characterIn([], now), isRead: false }), readAt: now };
  const read = stored === undefined ? unread : characterIn(stored, now);
  account.memory = { ...account.memory, character: read };
}

/** After a failed read no name is added: a skill over the limit could be stored for ever. */
async function loadSkillNames(deps: Deps, account: RememberedAccount, now: number): Promise<void> {
  // Continues after the timeout, so that the next report knows the names.
  const reading = readSkillNames(deps.database, account.id).then((stored) => {
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
    deps.logger.warn(
      { err: error },
      'new skills of an account are left out: its stored skills could not be read',
    );
  }
}
