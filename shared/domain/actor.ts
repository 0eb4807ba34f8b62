import { z } from 'zod';

/**
 * Who gives a command: the command line, the hub itself, a member, or a member's device. It holds ids only, so that no
 * other record contains the name of an erased member; names are looked up when it is read.
 */
export const Actor = z.union([
  z.literal(['cli', 'hub']),
  z.templateLiteral(['member:', z.uuid()]),
  z.templateLiteral(['device:', z.uuid()]),
]);
export type Actor = z.infer<typeof Actor>;
