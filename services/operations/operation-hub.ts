import { createHash } from 'node:crypto';
import type { CommandHub } from '../../projections/access/commands/execute-command.ts';
import type { Actor, AuditActor } from '../../shared/domain/actor.ts';
import { uuidOfHex } from '../../shared/domain/uuid.ts';

/** A hub as operations reach it: from the command line, or from the console. */
export interface OperationHub extends CommandHub {
  readonly hubSecret: Buffer;
}

/** What somebody wants, who they are, and the id of their request. */
export type Requested<What extends object = object> = What & {
  readonly actor: Actor;
  /** The record id of the command, by which a second one of the same request changes nothing; drawn when not given. */
  readonly requestId?: string | undefined;
};

/** The ids of the commands of one request: each has the same one when it is given again, and the last the request's own. */
export function requestIdsOf(requestId: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? requestId : derivedId(`${requestId} ${index}`),
  );
}

/** The id that follows from a text. */
export function derivedId(name: string): string {
  return uuidOfHex(createHash('sha256').update(name).digest('hex'));
}

/** Who the audit log names for what is no command of members: on the command line the user of the operating system. */
export function auditActorOf({ operator }: Pick<OperationHub, 'operator'>, actor: Actor): AuditActor {
  return actor === 'cli' && operator !== undefined ? `cli:${operator}` : actor;
}
