import { isDeepStrictEqual } from 'node:util';
import type { Directory } from './directory.ts';

/**
 * A directory that was read whole, dated as what follows `before`: what is another than before without a record that
 * says so changed at `liveSince`, when the generation became live or was last changed otherwise than by records (decisions.md,
 * /snapshot). Without a `before` nobody knows what was served, so all of it counts as changed then: that repeats an account
 * to a client that polls across a restart, and skips none.
 */
export function following(before: Directory | null, next: Directory, liveSince: number): Directory {
  return {
    ...next,
    members: datedAfter(before?.members, next.members, liveSince),
    accounts: datedAfter(before?.accounts, next.accounts, liveSince),
    keysByPrefix: datedAfter(before?.keysByPrefix, next.keysByPrefix, liveSince),
  };
}

function datedAfter<Value extends { readonly changedAt: number }>(
  before: ReadonlyMap<string, Value> | undefined,
  next: ReadonlyMap<string, Value>,
  liveSince: number,
): Map<string, Value> {
  return new Map(
    Array.from(next, ([key, value]) => {
      const known = before?.get(key);
      const since = known !== undefined && isSameContent(known, value) ? known.changedAt : liveSince;
      return [key, { ...value, changedAt: Math.max(value.changedAt, since) }];
    }),
  );
}

function isSameContent<Value extends { readonly changedAt: number }>(left: Value, right: Value): boolean {
  return isDeepStrictEqual({ ...left, changedAt: 0 }, { ...right, changedAt: 0 });
}
