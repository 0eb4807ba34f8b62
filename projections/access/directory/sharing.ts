import type { Audience } from '../../../shared/domain/category.ts';

/** Who else than the owner may read a category of an account. */
export interface Sharing {
  readonly audience: Audience;
  /** Members who may see it under the audience `selected`. */
  readonly with: readonly string[];
  /**
   * When a record last changed whether the guild may read it. Each category has its own, so that readers of the others do
   * not see a change.
   */
  readonly changedAt: number;
  /**
   * By member, where it is not `changedAt`: when a record last changed whether they may read it. There is one at most for
   * each member who was named when the guild's rights last changed, or since. Absent where nobody has one, and in tables of
   * earlier folds.
   */
  readonly changedFor?: Readonly<Record<string, number>>;
}

/** Whether somebody other than the owner may read what has this audience. A service key is named nowhere. */
export function admits(audience: Audience, isNamed: boolean): boolean {
  return audience === 'guild' || (audience === 'selected' && isNamed);
}

/**
 * When a record last changed whether a member other than the owner may read it, epoch ms.
 * @param memberId null for a service key
 */
export function sharingChangedAt({ changedAt, changedFor }: Sharing, memberId: string | null): number {
  return (memberId === null ? undefined : changedFor?.[memberId]) ?? changedAt;
}
