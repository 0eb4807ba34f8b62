import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { hasName } from '../../../../projections/access/directory/namesakes.ts';
import type { Account } from '../../../../projections/access/model/entities.ts';
import { boundedCache } from '../../../../shared/collections/bounded-cache.ts';
import { nameKey } from '../../../../shared/domain/text.ts';
import { type NewEvent, newEvent } from '../../../../shared/events/event.ts';
import { accountDescribed } from '../../../../shared/events/types/account-described.ts';
import type { ReportTimes } from '../../facts/correct-times.ts';
import type { SentPlayer } from '../../plugin-adapter.ts';

/** Describes an account when its name or type differs from the directory. */
export interface AccountDescriber {
  /**
   * @returns null when nothing is new, on a special world, or for a late report, which may have an
   * outdated name
   */
  describe(directory: Directory, description: AccountDescription): NewEvent | null;
  /**
   * To be called once the append is durable: prevents a repetition while the directory catches up.
   * @param directory the directory from which the account was described
   */
  remember(directory: Directory, description: AccountDescription): void;
}

export interface AccountDescription {
  readonly accountId: string;
  readonly player: SentPlayer;
  readonly times: ReportTimes;
  /** The plugin's name in the log. */
  readonly source: string;
}

const accountsMax = 5_000;
/** Another process may append another description in the meantime. */
const repeatAfterMs = 10 * 60_000;

export function createAccountDescriber(): AccountDescriber {
  const appended = boundedCache<string>(accountsMax, { ttl: repeatAfterMs });
  return {
    describe: (directory, { accountId, player, times, source }) => {
      if (player.specialWorld || times.isLate) return null;
      const known = directory.accounts.get(accountId);
      const isSameName = player.name !== null && player.name === known?.name;
      const isLost = isSameName && !hasName(directory, known, nameKey(player.name));
      const name = isSameName && !isLost ? null : player.name;
      const type = player.accountType === known?.type ? null : player.accountType;
      if (name === null && type === null) return null;
      if (appended.get(accountId) === descriptionOf(player, known)) return null;
      const again = isLost ? { name_again: true as const } : {};
      const data = { account_id: accountId, name, type, ...again };
      return newEvent(accountDescribed, { subject: accountId, source }, data);
    },
    remember: (directory, { accountId, player }) => {
      appended.set(accountId, descriptionOf(player, directory.accounts.get(accountId)));
    },
  };
}

/** With `namedAt`, so that an account that lost its name can get the same name again. */
function descriptionOf({ name, accountType }: SentPlayer, known: Account | undefined): string {
  return JSON.stringify([name, accountType, known?.namedAt]);
}
