import type { CategoryMask } from '../../../shared/domain/category.ts';
import type { Directory } from '../directory/directory.ts';
import type { Account, ApiKey } from '../model/entities.ts';

/**
 * The key of a request, and the categories of accounts that it may read now. Resolved once per
 * request, before any data is read. A reader never changes, and is the same for a key until the
 * directory has another version.
 */
export interface Reader extends Visibility {
  readonly key: ApiKey;
  readonly directory: Directory;
}

/** The view that all keys with the same rights share. */
export interface Visibility {
  /** The time zone of the key's creator; `UTC` for a service key. */
  readonly timeZone: string;
  /**
   * The accounts with at least one readable category, and these categories. An account without a
   * name is not among them (decisions.md, Visibility). In the order of lists: by name key, then id.
   */
  readonly visible: ReadonlyMap<string, VisibleAccount>;
  /**
   * Identifies `visible` and the kind of the key: two readers with the same view get the same
   * bytes.
   */
  readonly view: string;
}

export interface VisibleAccount {
  readonly account: Account;
  readonly readable: CategoryMask;
  /** The owner on the guild page; null when the account has no active owner (read-api.md 2.3). */
  readonly owner: { readonly name: string; readonly chat_id: string | null } | null;
  /**
   * When a record on the account, its owner or its sharing last changed this entry, epoch ms.
   * Changes of the key itself are dated by `ApiKey.changedAt`.
   */
  readonly changedAt: number;
}
