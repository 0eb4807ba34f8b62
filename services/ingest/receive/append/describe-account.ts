import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { boundedCache } from '../../../../shared/collections/bounded-cache.ts';
import { type NewEvent, newEvent } from '../../../../shared/events/event.ts';
import { accountDescribed } from '../../../../shared/events/types/account-described.ts';
import type { ReportTimes } from '../../facts/report-times.ts';
import type { NamedPlayer } from '../../plugin.ts';

/** States an account's name and type where they differ from what the directory shows. */
export interface AccountDescriber {
  /** Null when there is nothing new. A late report may carry a name that was given up since: it describes nothing. */
  describe(directory: Directory, described: Described): NewEvent | null;
  /** Once the append is durable: the same is not stated again while the directory catches up. */
  remember(accountId: string, player: NamedPlayer): void;
}

export interface Described {
  readonly accountId: string;
  readonly player: NamedPlayer;
  readonly times: ReportTimes;
  /** The plugin, as the log names it. */
  readonly source: string;
}

const accountsMax = 5_000;
/**
 * A description is not stated again for this long. Not for ever: another process may have stated another one in between.
 */
const silenceMs = 10 * 60_000;

export function createAccountDescriber(): AccountDescriber {
  const stated = boundedCache<string>(accountsMax, { ttl: silenceMs });
  return {
    describe: (directory, { accountId, player, times, source }) => {
      if (player.specialWorld || times.late) return null;
      const known = directory.accounts.get(accountId);
      const name = player.name === known?.name ? null : player.name;
      const type = player.accountType === known?.type ? null : player.accountType;
      if (name === null && type === null) return null;
      if (stated.get(accountId) === descriptionOf(player)) return null;
      const data = { account_id: accountId, name, type };
      return newEvent(accountDescribed, { subject: accountId, source }, data);
    },
    remember: (accountId, player) => {
      stated.set(accountId, descriptionOf(player));
    },
  };
}

function descriptionOf({ name, accountType }: NamedPlayer): string {
  return JSON.stringify([name, accountType]);
}
