import type {
  Account,
  ApiKey,
  Device,
  Directory,
  Member,
} from '../../projections/access/directory/directory.ts';
import { namedAccounts } from '../../projections/access/visibility/named-accounts.ts';
import { nameKey } from '../../shared/domain/text.ts';
import { OperatorError } from '../../shared/errors.ts';

/** The active member of this name, compared as the game does. @throws OperatorError */
export function findMember(directory: Directory, name: string): Member {
  const wanted = nameKey(name);
  for (const member of directory.members.values()) {
    if (member.active && nameKey(member.name) === wanted) return member;
  }
  throw new OperatorError(
    'unknown_member',
    `no active member is named ${name}; \`hub member list\` shows them`,
  );
}

/** The account with this id, otherwise the only one with this name. @throws OperatorError */
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
      `no account has the id or name ${idOrName}; \`hub account list\` shows them`,
    );
  }
  if (named.length > 1) {
    throw new OperatorError(
      'ambiguous_account',
      `${named.length} accounts are named ${idOrName}; use the id of one`,
    );
  }
  return account;
}

/** The key with this prefix, written with or without `hub_`. @throws OperatorError */
export function findKey(directory: Directory, prefix: string): ApiKey {
  const key = directory.keysByPrefix.get(prefix.replace(/^hub_/, ''));
  if (key !== undefined) return key;
  throw new OperatorError('unknown_key', `no key has the prefix ${prefix}; \`hub key list\` shows them`);
}

/** @throws OperatorError */
export function findDevice(directory: Directory, id: string): Device {
  for (const device of directory.devicesByTokenHash.values()) if (device.id === id) return device;
  throw new OperatorError('unknown_device', `no device has the id ${id}; \`hub device list\` shows them`);
}
