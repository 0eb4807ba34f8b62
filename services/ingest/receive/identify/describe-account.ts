import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { hasName } from '../../../../projections/access/directory/namesakes.ts';
import { minuteMs } from '../../../../shared/domain/durations.ts';
import { nameKey } from '../../../../shared/domain/text.ts';
import { type NewEvent, newEvent } from '../../../../shared/events/event.ts';
import { accountDescribed } from '../../../../shared/events/types/account-described.ts';
import type { ReportTimes } from '../../facts/correct-times.ts';
import type { SentPlayer } from '../../plugin-adapter.ts';

/** A durable description is not repeated while the directory catches up. */
export interface Description {
  readonly content: string;
  /** Monotonic ms. */
  readonly at: number;
}

export interface DescribedAccount {
  readonly accountId: string;
  readonly player: SentPlayer;
  readonly times: ReportTimes;
  /** The plugin's name in the log. */
  readonly source: string;
  /** Monotonic ms. */
  readonly now: number;
}

/** Another process may append another description in the meantime. */
const repeatAfterMs = 10 * minuteMs;

/**
 * Describes an account when its name or type differs from the directory. Pure.
 * @param last the last durable description
 * @returns null when nothing is new, on a special world, or for a late report, which may have an
 * outdated name
 */
export function describeAccount(
  directory: Directory,
  { accountId, player, times, source, now }: DescribedAccount,
  last: Description | null,
): { readonly event: NewEvent; readonly description: Description } | null {
  if (player.specialWorld || times.isLate) return null;
  const known = directory.accounts.get(accountId);
  const isSameName = player.name !== null && player.name === known?.name;
  const isLost = isSameName && !hasName(directory, known, nameKey(player.name));
  const name = isSameName && !isLost ? null : player.name;
  const type = player.accountType === known?.type ? null : player.accountType;
  if (name === null && type === null) return null;
  // With `namedAt`, so that an account that lost its name can get the same name again.
  const content = JSON.stringify([player.name, player.accountType, known?.namedAt]);
  if (last?.content === content && now - last.at < repeatAfterMs) return null;
  const again = isLost ? { name_again: true as const } : {};
  const data = { account_id: accountId, name, type, ...again };
  return {
    event: newEvent(accountDescribed, { subject: accountId, source }, data),
    description: { content, at: now },
  };
}
