import { userInfo } from 'node:os';
import { operatorNameMax } from '../../shared/domain/actor.ts';
import { storableText } from '../../shared/domain/text.ts';

/** Who gives commands on this machine: the user of the operating system, or its number where that has no name. */
export function operatorOfSystem(): string {
  try {
    return storableText(userInfo().username, operatorNameMax) || 'unnamed';
  } catch {
    // A container may run as a number that its system does not know.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
