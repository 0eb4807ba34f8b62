import type { CategoryMask } from '../../../shared/domain/category.ts';
import type { Account, ApiKey, Directory } from '../directory/directory.ts';

/**
 * Who asks, and what of which account they may read now: resolved once per request, before any data.
 * Immutable; equal as long as the directory's epoch is.
 */
export interface Reader extends Sight {
  readonly key: ApiKey;
  readonly directory: Directory;
}

/** What keys of equal rights see. */
export interface Sight {
  /** The creator's zone, `UTC` for a service key. */
  readonly timeZone: string;
  /**
   * The visible accounts and what is readable of each: in scope, named, at least one category
   * (decisions.md, Visibility). Sorted as lists are: by name key, then id.
   */
  readonly visible: ReadonlyMap<string, VisibleAccount>;
  /** Names what `visible` and the key's kind allow: two readers with the same view get the same bytes. */
  readonly view: string;
}

export interface VisibleAccount {
  readonly account: Account;
  readonly readable: CategoryMask;
  /** What the guild page shows of the owner; null when the account has no active owner (read-api.md 2.3). */
  readonly owner: { readonly name: string; readonly chat_id: string | null } | null;
  /** Newest record on the account, its owner or its sharing that changed this entry; epoch ms. The key has its own. */
  readonly changedAt: number;
}
