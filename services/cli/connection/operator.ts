import { userInfo } from 'node:os';
import { operatorNameMax } from '../../../shared/domain/actor.ts';
import { storableText } from '../../../shared/domain/text.ts';

/** The actor of commands on this machine: the user of the operating system. */
export function operatorOfSystem(): string {
  try {
    return storableText(userInfo().username, operatorNameMax) || 'unnamed';
  } catch {
    // A container may run under a user number without a name.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
