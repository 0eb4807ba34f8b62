import type { Directory } from '../directory/directory.ts';
import type { Account, ApiKey, Competition, Device, Member } from '../model/entities.ts';
import { commandRefused } from './command-event.ts';

// The fold checks the subject again, with the state at the command's position in the log.

/** @throws CommandRefused */
export function requireMember({ members }: Directory, id: string): Member {
  const member = members.get(id);
  if (member === undefined) throw commandRefused('unknown_member');
  return member;
}

/** @throws CommandRefused also for a member who left */
export function requireActiveMember(directory: Directory, id: string): Member {
  const member = requireMember(directory, id);
  if (!member.active) throw commandRefused('member_left');
  return member;
}

/** @throws CommandRefused */
export function requireAccount({ accounts }: Directory, id: string): Account {
  const account = accounts.get(id);
  if (account === undefined) throw commandRefused('unknown_account');
  return account;
}

/** @throws CommandRefused */
export function requireDevice({ devicesByTokenHash }: Directory, id: string): Device {
  for (const device of devicesByTokenHash.values()) if (device.id === id) return device;
  throw commandRefused('unknown_device');
}

/** @throws CommandRefused */
export function requireKey({ keysByPrefix }: Directory, id: string): ApiKey {
  for (const key of keysByPrefix.values()) if (key.id === id) return key;
  throw commandRefused('unknown_key');
}

/** @throws CommandRefused */
export function requireCompetition({ competitions }: Directory, id: string): Competition {
  const competition = competitions.get(id);
  if (competition === undefined) throw commandRefused('unknown_competition');
  return competition;
}
