import { derivedId } from '../../operations/operation-hub.ts';

/** A command as the page names it, with its member. */
export interface CommandIdentity {
  /** Lower case. */
  readonly requestId: string;
  readonly memberId: string;
}

/**
 * Derives the record id of a command. A page chooses the request id freely, and must not be able to
 * name an existing record. The same request id of two members gives two commands.
 */
export function commandRecordId({ requestId, memberId }: CommandIdentity): string {
  return derivedId(`${memberId} ${requestId}`);
}
