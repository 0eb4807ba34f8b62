import { derivedId } from '../../operations/operation-hub.ts';

export interface CommandIdentity {
  /** Lower case. */
  readonly requestId: string;
  readonly memberId: string;
}

/**
 * A page chooses the request id freely, and must not be able to name an existing record. Two
 * members may send the same request id.
 */
export function commandRecordId({ requestId, memberId }: CommandIdentity): string {
  return derivedId(`${memberId} ${requestId}`);
}
