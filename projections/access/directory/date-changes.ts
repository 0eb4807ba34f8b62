import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../model/entities.ts';
import { membersIn, sharingWithout } from '../model/sharing.ts';
import type { Directory } from './directory.ts';

/**
 * Sets the change times of a directory that was read as a whole. An entry that differs from
 * `before` changed at `liveSince` or later (rules/snapshot.md#change-time). Without `before`,
 * everything counts as changed: a client gets some accounts again, and misses none.
 * @param liveSince epoch ms, as in `LivePosition`
 */
export function withChangeTimes(before: Directory | null, next: Directory, liveSince: number): Directory {
  return {
    ...next,
    members: datedAfter(before?.members, next.members, liveSince),
    accounts: datedAfter(before?.accounts, next.accounts, liveSince, (account) =>
      seenOf(account, next.erased),
    ),
    keysByPrefix: datedAfter(before?.keysByPrefix, next.keysByPrefix, liveSince),
  };
}

function datedAfter<Value extends { readonly changedAt: number }>(
  before: ReadonlyMap<string, Value> | undefined,
  next: ReadonlyMap<string, Value>,
  liveSince: number,
  contentOf: (value: Value) => object = (value) => value,
): Map<string, Value> {
  return new Map(
    Array.from(next, ([key, value]) => {
      const known = before?.get(key);
      const isSame = known !== undefined && isSameContent(contentOf(known), contentOf(value));
      const since = isSame ? known.changedAt : liveSince;
      return [key, { ...value, changedAt: Math.max(value.changedAt, since) }];
    }),
  );
}

function isSameContent(left: object, right: object): boolean {
  return isDeepStrictEqual({ ...left, changedAt: 0 }, { ...right, changedAt: 0 });
}

/** Leaves out erased members, because their erasure changes no other member's view. */
function seenOf(account: Account, erased: Directory['erased']): object {
  const { name, type, accountHash, firstSeen, ownerId } = account;
  const sharing = Object.values(account.sharing).map((shared) =>
    membersIn(shared)
      .filter((id) => erased.has(id))
      .reduce(sharingWithout, shared),
  );
  return { name, type, accountHash, firstSeen, ownerId, sharing };
}
