import { createHash } from 'node:crypto';
import type { CommandHub } from '../../projections/access/commands/execute-command.ts';
import type { Actor, AuditActor } from '../../shared/domain/actor.ts';
import { uuidOfHex } from '../../shared/domain/uuid.ts';
import type { NoteFailure } from '../../shared/observability/failure-notes.ts';

export interface OperationHub extends CommandHub {
  readonly hubSecret: Buffer;
}

/** An erasure ends well although backups may keep its keys until the next backup. */
export interface ErasingHub extends OperationHub {
  readonly noteFailure: NoteFailure;
}

export type Requested<What extends object = object> = What & {
  readonly actor: Actor;
  /** The record id of the command: a repeated request changes nothing. Generated when not given. */
  readonly requestId?: string | undefined;
};

/** The same ids for a repeated request. The last id is `requestId`. Empty without an id. */
export function requestIdsOf(requestId: string | undefined, count: number): string[] {
  if (requestId === undefined) return [];
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? requestId : derivedId(`${requestId} ${index}`),
  );
}

export function derivedId(name: string): string {
  return uuidOfHex(createHash('sha256').update(name).digest('hex'));
}

/** On the command line, the actor is the user of the operating system. */
export function auditActorOf({ operator }: Pick<OperationHub, 'operator'>, actor: Actor): AuditActor {
  return actor === 'cli' && operator !== undefined ? `cli:${operator}` : actor;
}
