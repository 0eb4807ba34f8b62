import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent, type RecordKeyForm } from '../event.ts';

/** An event of `hub.membership` that a person, a device or the hub caused. */
export function defineMembershipEvent<const Type extends string, Fields extends z.ZodRawShape>({
  fields,
  ...definition
}: {
  readonly type: Type;
  readonly description: string;
  readonly appended: string;
  readonly key: RecordKeyForm;
  readonly fields: Fields;
}) {
  return defineEvent({
    ...definition,
    stream: 'hub.membership',
    version: 1,
    schema: z.object({ ...fields, actor: Actor.optional() }),
  });
}
