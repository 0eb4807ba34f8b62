import { hash } from 'node:crypto';
import {
  type Category,
  type CategoryMask,
  categories,
  categoriesOf,
  maskOf,
} from '../../../shared/domain/category.ts';
import type { Directory } from '../directory/directory.ts';
import type { Account, ApiKey, Member } from '../model/entities.ts';
import { canReadByAudience, sharingChangedAt, sharingOf } from '../model/sharing.ts';
import type { Visibility, VisibleAccount } from './reader.ts';
import { namedAccounts, sortedIds } from './sorted-accounts.ts';

export type Membership = Pick<Directory, 'members' | 'accounts'>;

export type Rights = Pick<ApiKey, 'kind' | 'memberId' | 'categories' | 'accountIds'>;

/** The same for keys with the same rights. */
export function rightsText({ kind, memberId, categories, accountIds }: Rights): string {
  const reach = accountIds === null ? '*' : [...accountIds].sort().join(' ');
  return `${kind}:${memberId ?? ''}:${categories}:${reach}`;
}

export interface SharedEntries {
  /** The entries that the whole guild sees. */
  readonly visible: ReadonlyMap<string, VisibleAccount>;
  /** Ids of accounts, for the key's member. */
  readonly seenDifferently: ReadonlySet<string>;
}

/**
 * Pure (rules/visibility.md#visible-accounts; read-api.md 5.4 and 5.5).
 * @param shared entries of the same directory, which are used instead of equal new objects
 */
export function resolveVisibility(from: Membership, key: Rights, shared?: SharedEntries): Visibility {
  const creator = key.memberId === null ? undefined : from.members.get(key.memberId);
  const visible = new Map<string, VisibleAccount>();
  for (const account of namedAccounts(from.accounts)) {
    if (!isInReach(key, creator, account)) continue;
    const isTheSame = shared !== undefined && !shared.seenDifferently.has(account.id);
    const entry = isTheSame ? shared.visible.get(account.id) : entryFor(from, key, creator, account);
    if (entry !== undefined) visible.set(account.id, entry);
  }
  return { timeZone: creator?.timeZone ?? 'UTC', visible, view: viewOf(key, from, visible) };
}

function isInReach(key: Rights, creator: Member | undefined, account: Account): boolean {
  if (key.kind === 'user' && creator?.active !== true) return false;
  return key.accountIds === null || key.accountIds.has(account.id);
}

function readableOf(
  key: Pick<Rights, 'categories'>,
  creator: Member | undefined,
  account: Account,
): CategoryMask {
  if (isOwner(creator, account)) return key.categories;
  return key.categories & maskOf(categories.filter((category) => isShared(account, category, creator)));
}

/** @returns 0 for a member who left */
export function readableBy(
  { members }: Pick<Membership, 'members'>,
  memberId: string,
  account: Account,
): CategoryMask {
  const member = members.get(memberId);
  return member?.active === true ? readableOf({ categories: maskOf(categories) }, member, account) : 0;
}

/** A service key has no creator, and never sees what is shared with named members. */
function isShared(account: Account, category: Category, creator: Member | undefined): boolean {
  const { audience, with: named } = sharingOf(account, category);
  return canReadByAudience(audience, creator !== undefined && named.includes(creator.id));
}

function entryFor(
  from: Membership,
  key: Rights,
  creator: Member | undefined,
  account: Account,
): VisibleAccount | undefined {
  const readable = readableOf(key, creator, account);
  if (readable === 0) return undefined;
  const owner = account.ownerId === null ? undefined : from.members.get(account.ownerId);
  return {
    account,
    readable,
    owner: owner?.active ? { name: owner.name, chat_id: owner.chatId } : null,
    changedAt: changedAt(key, creator, account, owner),
  };
}

/**
 * A change of sharing counts only in the key's categories, and only if this reader gained or lost
 * the category. A loss changes the entry too.
 */
function changedAt(
  key: Rights,
  creator: Member | undefined,
  account: Account,
  owner: Member | undefined,
): number {
  let newest = Math.max(account.changedAt, owner?.changedAt ?? 0);
  if (isOwner(creator, account)) return newest;
  for (const category of categoriesOf(key.categories)) {
    newest = Math.max(newest, sharingChangedAt(sharingOf(account, category), creator?.id ?? null));
  }
  return newest;
}

function isOwner(creator: Member | undefined, { ownerId }: Account): boolean {
  return creator !== undefined && ownerId === creator.id;
}

/** Sorted by id and not by name, so that a rename does not change the view. */
function viewOf(
  { kind }: Rights,
  { accounts }: Membership,
  visible: ReadonlyMap<string, VisibleAccount>,
): string {
  // `+=` is faster than a joined list.
  let text: string = kind;
  for (const id of sortedIds(accounts)) {
    const entry = visible.get(id);
    if (entry !== undefined) text += ` ${id}:${entry.readable}`;
  }
  return hash('sha256', text, 'base64url').slice(0, viewLength);
}

/** 96 bits. */
const viewLength = 16;
