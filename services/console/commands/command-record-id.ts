import { derivedId } from '../../operations/operation-hub.ts';

/** A command as the page names it, and who gives it. */
export interface CommandIdentity {
  /** In lower case. */
  readonly requestId: string;
  readonly memberId: string;
}

/**
 * The record id of a command. A page makes the request's id, so that it may be that of any record; nobody can name a record
 * with what follows from it, and the same id of two members is two commands.
 */
export function commandRecordId({ requestId, memberId }: CommandIdentity): string {
  return derivedId(`${memberId} ${requestId}`);
}
