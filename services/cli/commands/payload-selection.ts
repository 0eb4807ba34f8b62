import type { Directory } from '../../../projections/access/directory/directory.ts';
import { findAccount, findDevice } from '../lookup.ts';
import { readRetention } from '../settings.ts';

export interface RawSelection {
  /** The id or name of an account. */
  readonly account?: string;
  readonly device?: string;
}

/** The ids of a selection; null for any. @throws OperatorError for unknown ids */
export function selectionOf(directory: Directory, { account, device }: RawSelection) {
  return {
    accountId: account === undefined ? null : findAccount(directory, account).id,
    deviceId: device === undefined ? null : findDevice(directory, device).id,
  };
}

/** Epoch ms. Older payloads have expired, and are hidden until they are deleted. */
export function rawKeptFrom(): number {
  return Date.now() - readRetention().rawPayloadMs;
}
