import { type Audience, type Category, categories } from '../../../shared/domain/category.ts';

/** The rules of read-api.md 5.4 and 5.5 as a table. No code of the hub decides here. */

/** Relations of the creator of a key to the accounts; a service key has no creator. */
export const relations = ['owner', 'contributor', 'granted', 'member', 'service'] as const;
export type Relation = (typeof relations)[number];

export const audiences: readonly Audience[] = ['guild', 'selected', 'private'];

const admitted: Readonly<Record<Relation, readonly Audience[]>> = {
  owner: ['guild', 'selected', 'private'],
  contributor: ['guild'],
  granted: ['guild', 'selected'],
  member: ['guild'],
  service: ['guild'],
};

export interface GuildAccount {
  readonly id: string;
  readonly name: string;
  readonly audienceOf: (category: Category) => Audience;
  /** Its owner has left, and nobody else reported it. */
  readonly orphaned: boolean;
  readonly online: boolean;
  /** Grows with each account: the later its event is stored, the higher its gains and its loot. */
  readonly rank: number;
}

export interface KeyRights {
  readonly relation: Relation;
  readonly categories: readonly Category[];
  /** Null: all that the creator can see. */
  readonly scope: readonly string[] | null;
}

/** Its other categories are private. */
export function accountOf(category: Category, audience: Audience): GuildAccount {
  const found = guildAccounts.find(({ id }) => id === idOf(category, audience));
  if (found === undefined) throw new Error(`no account of ${category} ${audience}`);
  return found;
}

/** All its categories have the audience `guild`. */
export const openAccount = 'allguild';
export const orphanAccount = 'orphan';
/** Was reported without a name. */
export const unnamedAccount = 'unnamed';
/** Was never reported. */
export const absentAccount = 'absent';

export const guildAccounts: readonly GuildAccount[] = [
  ...categories.flatMap((category) =>
    audiences.map((audience) => ({
      id: idOf(category, audience),
      name: `${audience} ${category.replace('_', ' ')}`,
      audienceOf: (other: Category) => (other === category ? audience : 'private'),
      orphaned: false,
    })),
  ),
  ...audiences.map((audience) => ({
    id: `all${audience}`,
    name: `${audience} of all`,
    audienceOf: () => audience,
    orphaned: false,
  })),
  { id: orphanAccount, name: 'Left behind', audienceOf: () => 'private' as const, orphaned: true },
].map((account, rank) => ({ ...account, rank, online: rank % 2 === 0 }));

function idOf(category: Category, audience: Audience): string {
  return `${category.replace('_', '')}${audience}`;
}

/** In the order of `categories`. */
export function readable(
  { relation, categories: read, scope }: KeyRights,
  account: GuildAccount,
): Category[] {
  if (scope !== null && !scope.includes(account.id)) return [];
  const mayOwn = relation === 'owner' && account.orphaned ? 'member' : relation;
  return categories.filter(
    (category) => read.includes(category) && admitted[mayOwn].includes(account.audienceOf(category)),
  );
}

/** `any`: at least one category. Sorted by name. */
export function accountsWith(rights: KeyRights, category: Category | 'any'): GuildAccount[] {
  return guildAccounts
    .filter((account) => {
      const read = readable(rights, account);
      return category === 'any' ? read.length > 0 : read.includes(category);
    })
    .sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));
}
