import type { z } from 'zod';
import type { Actor } from '../../../shared/domain/actor.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import type { OperatorErrorCode } from '../../../shared/errors/operator-error-codes.ts';
import {
  type DataOf,
  type EventDefinition,
  type EventSource,
  type NewEvent,
  newEvent,
} from '../../../shared/events/event.ts';
import { type Refusal, refusalMessages } from '../model/refusal.ts';

export type CommandInput<What extends object> = What & { readonly actor: Actor };

type WithActor = EventDefinition<string, z.ZodType<{ readonly actor?: Actor | undefined }>>;

/**
 * Created by command functions such as `addMember`. A command function is pure: its input holds all
 * ids, secrets and times. It throws `CommandRefused` if the directory shows that the fold will
 * refuse the command.
 */
export type CommandEvent<D extends WithActor> = NewEvent<D['type'], DataOf<D> & { readonly actor: Actor }>;

interface About {
  readonly subject: string;
  readonly actor: Actor;
  /** The plugin that gave the command. */
  readonly plugin?: EventSource;
}

/** The actor is part of the data, because only data is encrypted. */
export function commandEvent<D extends WithActor>(
  definition: D,
  { subject, actor, plugin }: About,
  data: DataOf<D>,
): CommandEvent<D> {
  const source = plugin ?? (actor === 'cli' ? 'cli' : 'hub');
  const event = newEvent(definition, { subject, source }, data);
  return { ...event, data: { ...event.data, actor } };
}

/** The fold takes each record id once, so a repeated request has no second effect. */
export function withRequestId<Event extends NewEvent>(event: Event, requestId: string | undefined): Event {
  return requestId === undefined ? event : { ...event, recordId: requestId };
}

/** The directory or the fold refused a command. The message is one line. */
export class CommandRefused extends OperatorError<Refusal | OperatorErrorCode> {}

export function commandRefused(refusal: Refusal): CommandRefused {
  return new CommandRefused(refusal, refusalMessages[refusal]);
}
