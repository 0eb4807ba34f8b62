import type { Directory } from '../../projections/access/directory/directory.ts';
import type {
  Account,
  ApiKey,
  Competition,
  Device,
  Member,
} from '../../projections/access/model/entities.ts';
import { namedAccounts } from '../../projections/access/visibility/sorted-accounts.ts';
import { isCancelled } from '../../shared/domain/competition.ts';
import { searchedName } from '../../shared/domain/searched-name.ts';
import { nameKey } from '../../shared/domain/text.ts';
import { OperatorError } from '../../shared/errors/errors.ts';
import { wordList } from './terminal/arguments.ts';

/** The active member with this name, compared as the game compares names. @throws OperatorError */
export function findMember(directory: Directory, name: string): Member {
  return known(memberNamed(directory, name), name);
}

function known(member: Member | undefined, name: string): Member {
  if (member !== undefined) return member;
  throw new OperatorError(
    'unknown_member',
    `no active member is named ${name}; \`hub member list\` shows all members`,
  );
}

function memberNamed(directory: Directory, name: string): Member | undefined {
  const wanted = nameKey(name);
  return directory.members.values().find((member) => member.active && nameKey(member.name) === wanted);
}

/**
 * The active members in a list of names or ids, separated by commas. The whole list may also be one
 * name with commas.
 * @throws OperatorError, also when both the whole list and all its parts name members
 */
export function findMembers(directory: Directory, list: string): Member[] {
  const named = memberNamed(directory, list);
  const parts = wordList(list);
  const members = parts.map((part) => memberOf(directory, part));
  if (named === undefined) return members.map((member, place) => known(member, parts[place] ?? ''));
  if (parts.length === 1 || members.includes(undefined)) return [named];
  throw new OperatorError(
    'ambiguous_members',
    `${list} is the name of a member and also a list of members; use ids, which \`hub member list\` shows`,
  );
}

function memberOf(directory: Directory, idOrName: string): Member | undefined {
  const byId = directory.members.get(idOrName);
  return byId?.active === true ? byId : memberNamed(directory, idOrName);
}

/** The account with this id, or the only account with this name. @throws OperatorError */
export function findAccount(directory: Directory, idOrName: string): Account {
  const byId = directory.accounts.get(idOrName);
  if (byId !== undefined) return byId;
  const wanted = nameKey(idOrName);
  const named = namedAccounts(directory.accounts).filter(
    ({ name }) => name !== null && nameKey(name) === wanted,
  );
  const [account] = named;
  if (account === undefined) {
    throw new OperatorError(
      'unknown_account',
      `no account has the id or name ${idOrName}; \`hub account list\` shows all accounts`,
    );
  }
  if (named.length > 1) {
    throw new OperatorError('ambiguous_account', `${named.length} accounts are named ${idOrName}; use an id`);
  }
  return account;
}

/** The key with this prefix, written with or without `hub_`. @throws OperatorError */
export function findKey(directory: Directory, prefix: string): ApiKey {
  const key = directory.keysByPrefix.get(prefix.replace(/^hub_/, ''));
  if (key !== undefined) return key;
  throw new OperatorError('unknown_key', `no key has the prefix ${prefix}; \`hub key list\` shows all keys`);
}

/** @throws OperatorError */
export function findDevice(directory: Directory, id: string): Device {
  for (const device of directory.devicesByTokenHash.values()) if (device.id === id) return device;
  throw new OperatorError(
    'unknown_device',
    `no device has the id ${id}; \`hub device list\` shows all devices`,
  );
}

/** The competition with this id, or the only competition with this title. @throws OperatorError */
export function findCompetition({ competitions }: Directory, idOrTitle: string): Competition {
  const listed = [...competitions.values()].filter((each) => !isCancelled(each));
  const byId = listed.find(({ id }) => id === idOrTitle.toLowerCase());
  if (byId !== undefined) return byId;
  const wanted = searchedName(idOrTitle);
  const titled = listed.filter(({ title }) => searchedName(title) === wanted);
  const [competition] = titled;
  if (competition === undefined) {
    throw new OperatorError(
      'unknown_competition',
      `no competition has the id or title ${idOrTitle}; \`hub competition list\` shows all competitions`,
    );
  }
  if (titled.length > 1) {
    const message = `${titled.length} competitions have the title ${idOrTitle}; use an id`;
    throw new OperatorError('ambiguous_competition', message);
  }
  return competition;
}
