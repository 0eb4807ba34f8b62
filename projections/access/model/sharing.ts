import type { Audience, Category, ShareableCategory } from '../../../shared/domain/category.ts';

/** The readers of a category of an account, in addition to the owner. */
export interface Sharing {
  readonly audience: Audience;
  /** Members who may see it under the audience `selected`. */
  readonly with: readonly string[];
  /**
   * When a record last changed whether the guild may read it. Each category has its own time, so
   * that readers of other categories do not see a change.
   */
  readonly changedAt: number;
  /**
   * By member id, when the member last gained or lost the category. A member without an entry has
   * the time `changedAt`. A member has an entry only if `with` listed the member at `changedAt` or
   * later. Absent without entries, and in tables of earlier folds.
   */
  readonly changedFor?: Readonly<Record<string, number>>;
}

/**
 * The sharing of each category that keys read, and of other categories after the owner has shared
 * them (`sharingOf`).
 */
export type AccountSharing = Readonly<
  Record<Category, Sharing> & Partial<Record<ShareableCategory, Sharing>>
>;

const unshared: Sharing = { audience: 'private', with: [], changedAt: 0 };

/**
 * The sharing of a category of an account. A category that the sharing does not name is private.
 */
export function sharingOf(
  { sharing }: { readonly sharing: AccountSharing },
  category: ShareableCategory,
): Sharing {
  return sharing[category] ?? unshared;
}

/**
 * Whether a reader other than the owner may read data with this audience. A service key is never
 * named.
 */
export function canReadByAudience(audience: Audience, isNamed: boolean): boolean {
  return audience === 'guild' || (audience === 'selected' && isNamed);
}

/**
 * When a record last changed whether a member other than the owner may read it, epoch ms.
 * @param memberId null for a service key
 */
export function sharingChangedAt({ changedAt, changedFor }: Sharing, memberId: string | null): number {
  return (memberId === null ? undefined : changedFor?.[memberId]) ?? changedAt;
}

type Readers = Pick<Sharing, 'audience' | 'with'>;

/**
 * The sharing of a category after a change at `at`, epoch ms. Only readers who gained or lost the
 * category get this change time. To all others the change is secret (decisions.md, Visibility).
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

/**
 * The sharing without an erased member. Change times stay, because no other member's view changes.
 */
export function sharingWithout({ changedFor = {}, ...sharing }: Sharing, memberId: string): Sharing {
  const times = Object.entries(changedFor).filter(([id]) => id !== memberId);
  return withTimes({ ...sharing, with: sharing.with.filter((id) => id !== memberId) }, times);
}

/** The members whose ids are in a sharing. */
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
