import { z } from 'zod';

/**
 * Who gives a command: the command line, the hub by itself, a member, or a member's device. Ids only, so that an erased
 * member's name is in no record of others; names are looked up when it is read.
 */
export const Actor = z.union([
  z.literal(['cli', 'hub']),
  z.templateLiteral(['member:', z.uuid()]),
  z.templateLiteral(['device:', z.uuid()]),
]);
export type Actor = z.infer<typeof Actor>;
