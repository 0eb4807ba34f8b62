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

/** The input of a command, and the actor who gives it. */
export type CommandInput<What extends object> = What & { readonly actor: Actor };

/** An event type that can say who gave it. */
type GivenBySomebody = EventDefinition<string, z.ZodType<{ readonly actor?: Actor | undefined }>>;

/**
 * A command as the log takes it. A pure function creates it from the directory and the input. Ids,
 * secrets and times are part of the input. The function throws `CommandRefused` where the directory
 * already shows a refusal. The fold decides the rest, and `executeCommand` waits for its verdict.
 * Older records may name no actor, but every new command has to.
 */
export type CommandEvent<D extends GivenBySomebody> = NewEvent<
  D['type'],
  DataOf<D> & { readonly actor: Actor }
>;

interface About {
  readonly subject: string;
  readonly actor: Actor;
  /** The plugin through which it was given, where one was. */
  readonly plugin?: EventSource;
}

/**
 * States a command. The actor stands in the data, so that it is sealed with the rest of the value.
 */
export function commandEvent<D extends GivenBySomebody>(
  definition: D,
  { subject, actor, plugin }: About,
  data: DataOf<D>,
): CommandEvent<D> {
  const source = plugin ?? (actor === 'cli' ? 'cli' : 'hub');
  const event = newEvent(definition, { subject, source }, data);
  return { ...event, data: { ...event.data, actor } };
}

/**
 * The event under the id of a request, by which the fold takes it once however often it is given.
 */
export function asRequested<Event extends NewEvent>(event: Event, requestId: string | undefined): Event {
  return requestId === undefined ? event : { ...event, recordId: requestId };
}

/**
 * A command was not granted: the directory already shows why, or the fold decided so. One line says
 * it.
 */
export class CommandRefused extends OperatorError<Refusal | OperatorErrorCode> {}

export function commandRefused(refusal: Refusal): CommandRefused {
  return new CommandRefused(refusal, refusalMessages[refusal]);
}
