import type { CategoryMask } from '../../../shared/domain/category.ts';
import type { Directory } from '../directory/directory.ts';
import type { Account, ApiKey } from '../model/entities.ts';

/** The rights of the key of a request, resolved before any data is read. Immutable. */
export interface Reader extends Visibility {
  readonly key: ApiKey;
  readonly directory: Directory;
}

/** The view that all keys with the same rights share. */
export interface Visibility {
  /** The time zone of the key's creator; `UTC` for a service key. */
  readonly timeZone: string;
  /**
   * Accounts with a name and a readable category, by id (rules/visibility.md#visible-accounts). In
   * the order of lists: by name key, then id.
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
  /** Null when the account has no active owner (read-api.md 2.3). */
  readonly owner: { readonly name: string; readonly chat_id: string | null } | null;
  /**
   * When a record on the account, its owner or its sharing last changed this entry, epoch ms.
   * `ApiKey.changedAt` dates changes of the key.
   */
  readonly changedAt: number;
}
