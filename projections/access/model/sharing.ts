import type { Audience, Category, DefaultCategory } from '../../../shared/domain/category.ts';

/** The readers of a category of an account, in addition to the owner. */
export interface Sharing {
  readonly audience: Audience;
  /** The members of the audience `selected`. */
  readonly with: readonly string[];
  /** When a record last changed whether the guild may read the category. */
  readonly changedAt: number;
  /** By member id, when the member last gained or lost the category, if not at `changedAt`. */
  readonly changedFor?: Readonly<Record<string, number>>;
}

/** A category without a default is missing until the owner shares it (`sharingOf`). */
export type AccountSharing = Readonly<Record<DefaultCategory, Sharing> & Partial<Record<Category, Sharing>>>;

const unshared: Sharing = { audience: 'private', with: [], changedAt: 0 };

/** A category that the sharing does not name is private. */
export function sharingOf({ sharing }: { readonly sharing: AccountSharing }, category: Category): Sharing {
  return sharing[category] ?? unshared;
}

/** For readers other than the owner. A service key is never named. */
export function canReadByAudience(audience: Audience, isNamed: boolean): boolean {
  return audience === 'guild' || (audience === 'selected' && isNamed);
}

/**
 * When a member other than the owner last gained or lost the category, epoch ms.
 * @param memberId null for a service key
 */
export function sharingChangedAt({ changedAt, changedFor }: Sharing, memberId: string | null): number {
  return (memberId === null ? undefined : changedFor?.[memberId]) ?? changedAt;
}

type Readers = Pick<Sharing, 'audience' | 'with'>;

/**
 * Only readers who gain or lose the category get the change time. To all others the change is
 * secret (rules/snapshot.md#change-time).
 * @param at epoch ms
 */
export function sharingAfterChange(before: Sharing, after: Readers, at: number): Sharing {
  const [could, can] = [readerOf(before), readerOf(after)];
  const changedFor = (memberId: string | null) =>
    could(memberId) === can(memberId) ? sharingChangedAt(before, memberId) : at;
  const known = new Set([...before.with, ...after.with, ...Object.keys(before.changedFor ?? {})]);
  return withTimes(
    { ...after, changedAt: changedFor(null) },
    Array.from(known, (id) => [id, changedFor(id)]),
  );
}

/** Change times stay, because the erasure of a member changes no other member's view. */
export function sharingWithout({ changedFor = {}, ...sharing }: Sharing, memberId: string): Sharing {
  const times = Object.entries(changedFor).filter(([id]) => id !== memberId);
  return withTimes({ ...sharing, with: sharing.with.filter((id) => id !== memberId) }, times);
}

export function membersIn({ with: named, changedFor = {} }: Sharing): string[] {
  return [...named, ...Object.keys(changedFor)];
}

/** Uses a set, because a list may name thousands of members. */
function readerOf({ audience, with: named }: Readers): (memberId: string | null) => boolean {
  const ids = new Set<string | null>(named);
  return (memberId) => canReadByAudience(audience, ids.has(memberId));
}

function withTimes(
  sharing: Omit<Sharing, 'changedFor'>,
  times: readonly (readonly [string, number])[],
): Sharing {
  const apart = times.filter(([, time]) => time !== sharing.changedAt);
  return apart.length === 0 ? sharing : { ...sharing, changedFor: Object.fromEntries(apart) };
}
