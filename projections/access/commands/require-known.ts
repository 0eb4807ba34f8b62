import type { Directory } from '../directory/directory.ts';
import type { Account, ApiKey, Competition, Device, Member } from '../model/entities.ts';
import type { Refusal } from '../model/refusal.ts';
import { commandRefused } from './command-event.ts';

// All throw `CommandRefused`. The fold checks the subject again, with the state at the command's
// position in the log.

export function requireMember({ members }: Directory, id: string): Member {
  return members.get(id) ?? refuse('unknown_member');
}

/** Also refuses a member who left. */
export function requireActiveMember(directory: Directory, id: string): Member {
  const member = requireMember(directory, id);
  if (!member.active) throw commandRefused('member_left');
  return member;
}

export function requireAccount({ accounts }: Directory, id: string): Account {
  return accounts.get(id) ?? refuse('unknown_account');
}

export function requireDevice({ devicesByTokenHash }: Directory, id: string): Device {
  for (const device of devicesByTokenHash.values()) if (device.id === id) return device;
  throw commandRefused('unknown_device');
}

export function requireKey({ keysByPrefix }: Directory, id: string): ApiKey {
  for (const key of keysByPrefix.values()) if (key.id === id) return key;
  throw commandRefused('unknown_key');
}

export function requireCompetition({ competitions }: Directory, id: string): Competition {
  return competitions.get(id) ?? refuse('unknown_competition');
}

function refuse(refusal: Refusal): never {
  throw commandRefused(refusal);
}
