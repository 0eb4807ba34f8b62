import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { accountDescribed } from '../../shared/events/types/account-described.ts';

export type AccountNamesEvent = RecordedEventOf<typeof accountDescribed>;

export interface AccountName {
  readonly account_id: string;
  /** From 1, in the order of the log. */
  readonly number: number;
  readonly name: string;
  /** Record time of the record that gave the name, epoch ms. */
  readonly named_at: number;
}

/** The newest name of an account, and the names that this batch adds. */
export interface NamesState {
  readonly newest: AccountName | null;
  readonly added: readonly AccountName[];
}

export const initialNames: NamesState = { newest: null, added: [] };

/** Names kept of an account: a client may report another name each time. */
export const namesMax = 100;

export function evolveNames(state: NamesState, event: AccountNamesEvent): NamesState {
  const { name } = event.data;
  if (name === null || name === state.newest?.name) return state;
  const newest: AccountName = {
    account_id: event.subject,
    number: (state.newest?.number ?? 0) + 1,
    name,
    named_at: event.recordTime,
  };
  return { newest, added: [...state.added, newest].slice(-namesMax) };
}
