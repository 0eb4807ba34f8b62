import { z } from 'zod';

/**
 * The actor of a command: the command line, the hub itself, a member, or a member's device. Ids
 * only, so that no other record holds the name of an erased member. Readers look up names.
 */
export const Actor = z.union([
  z.literal(['cli', 'hub']),
  z.templateLiteral(['member:', z.uuid()]),
  z.templateLiteral(['device:', z.uuid()]),
]);
export type Actor = z.infer<typeof Actor>;

export const operatorNameMax = 64;

/** A user of the operating system who runs commands. Not the name of a member. */
export const OperatorName = z.string().min(1).max(operatorNameMax);

/** The actor of an audit entry. For the command line it names the user of the operating system. */
export const AuditActor = z.union([Actor, z.templateLiteral(['cli:', OperatorName])]);
export type AuditActor = z.infer<typeof AuditActor>;
