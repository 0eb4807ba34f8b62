import type { Directory } from '../../../projections/access/directory/directory.ts';
import { findAccount, findDevice } from '../lookup.ts';
import { readRetention } from '../settings.ts';

/** Whose payloads are meant. */
export interface RawSelection {
  /** Id or name. */
  readonly account?: string;
  readonly device?: string;
}

/** The ids of a selection; null leaves it open. @throws OperatorError for unknown ones */
export function selectionOf(directory: Directory, { account, device }: RawSelection) {
  return {
    accountId: account === undefined ? null : findAccount(directory, account).id,
    deviceId: device === undefined ? null : findDevice(directory, device).id,
  };
}

/** What is older is not shown, also while it is not deleted yet. Epoch ms. */
export function rawKeptFrom(): number {
  return Date.now() - readRetention().RAW_PAYLOAD_RETENTION_HOURS;
}
