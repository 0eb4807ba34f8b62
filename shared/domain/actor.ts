import { z } from 'zod';

/** Ids only, so that no other record holds the name of an erased member. */
export const Actor = z.union([
  z.literal(['cli', 'hub']),
  z.templateLiteral(['member:', z.uuid()]),
  z.templateLiteral(['device:', z.uuid()]),
]);
export type Actor = z.infer<typeof Actor>;

export const operatorNameMax = 64;

/** A user of the operating system, not a member. */
export const OperatorName = z.string().min(1).max(operatorNameMax);

export const AuditActor = z.union([Actor, z.templateLiteral(['cli:', OperatorName])]);
export type AuditActor = z.infer<typeof AuditActor>;
