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

export const operatorNameMax = 64;

/** A user of the operating system, who runs commands there. No member of the guild is known by it. */
export const OperatorName = z.string().min(1).max(operatorNameMax);

/** Who did what the audit log shows. Of the command line it names the user of the operating system. */
export const AuditActor = z.union([Actor, z.templateLiteral(['cli:', OperatorName])]);
export type AuditActor = z.infer<typeof AuditActor>;
