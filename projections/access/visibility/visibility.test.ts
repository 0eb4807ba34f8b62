import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Audience,
  type Category,
  categories,
  categoriesOf,
  maskOf,
} from '../../../shared/domain/category.ts';
import { directoryOf, keyOf } from '../testing/directory-of.ts';
import { bram, type Given, given, id, quill, start, tess } from '../testing/membership.ts';
import { resolveVisibility } from './visibility.ts';

const guild = [
  given.member(quill, 'Quill', { chat_id: '42', time_zone: 'Europe/Paris' }),
  given.member(bram, 'Bram'),
  given.member(tess, 'Tess'),
  given.identity('a1', quill),
  given.description('a1', 'Quill Fen'),
];

/** The categories of `a1` that key 1 reads. */
function readable(...events: readonly Given[]): Category[] | undefined {
  const mask = visibilityOf(...events).visible.get('a1')?.readable;
  return mask === undefined ? undefined : categoriesOf(mask);
}

function visibilityOf(...events: readonly Given[]) {
  const directory = directoryOf(...guild, ...events);
  return resolveVisibility(directory, keyOf(directory, id(1)));
}

function share(category: Category, audience: Audience, members: string[] = []) {
  return given.sharing('a1', { category, audience, with: members });
}

describe.each<[Audience, string[], Record<string, boolean>]>([
  ['guild', [], { owner: true, other: true, service: true }],
  ['selected', [bram], { owner: true, other: true, service: false }],
  ['selected', [tess], { owner: true, other: false, service: false }],
  ['private', [], { owner: true, other: false, service: false }],
])('shared with %s %j', (audience, members, reads) => {
  test.each([
    ['owner', quill],
    ['other', bram],
    ['service', null],
  ])('the %s', (who, memberId) => {
    const seen = readable(given.key(1, memberId), share('stats', audience, members));
    expect(seen).toEqual(reads[who] ? ['stats'] : undefined);
  });
});

test('contributing gives no reading rights', () => {
  const contributor = [given.key(1, bram), given.identity('a1', bram), share('stats', 'private')];
  expect(readable(...contributor)).toBeUndefined();
});

test('an account whose owner left keeps its sharing, and nobody reads its private categories', () => {
  const left = [given.key(1, bram), share('stats', 'private'), given.leaving(quill)];
  expect(readable(...left)).toBeUndefined();
  const reader = visibilityOf(given.key(1, bram), given.leaving(quill));
  expect(reader.visible.get('a1')).toMatchObject({ readable: maskOf(['stats']), owner: null });
});

test('a key of a member who left reads nothing (read-api 5 rule 3)', () => {
  expect(visibilityOf(given.key(1, bram), given.leaving(bram)).visible.size).toBe(0);
});

test('a key reads its own categories only, in the fixed order', () => {
  const key = given.key(1, quill, { categories: ['inventory', 'events', 'stats'] });
  expect(readable(key)).toEqual(['stats', 'events', 'inventory']);
});

test('a key that is limited to some accounts sees no other account', () => {
  const second = [given.identity('a2', quill), given.description('a2', 'Alder')];
  const reader = visibilityOf(...second, given.key(1, bram, { accounts: ['a2', 'a9'] }));
  expect([...reader.visible.keys()]).toEqual(['a2']);
});

test('an account without a name is not seen', () => {
  expect([...visibilityOf(given.identity('a2', quill), given.key(1, quill)).visible.keys()]).toEqual(['a1']);
});

test('accounts are sorted by name as the game compares names, then by id', () => {
  const named = ['quill_fea', 'Alder', 'QUILL FEN'].flatMap((name, index) => [
    given.identity(`b${index}`, quill),
    given.description(`b${index}`, name),
  ]);
  const { visible } = visibilityOf(...named, given.key(1, bram));
  expect([...visible.keys()]).toEqual(['b1', 'b0', 'a1', 'b2']);
});

test('the owner is shown as on the guild page, and the time zone belongs to the member of the key (read-api 2.3)', () => {
  const reader = visibilityOf(given.key(1, bram));
  expect(reader.visible.get('a1')?.owner).toEqual({ name: 'Quill', chat_id: '42' });
  expect(reader.timeZone).toBe('UTC');
  expect(visibilityOf(given.key(1, quill)).timeZone).toBe('Europe/Paris');
  expect(visibilityOf(given.key(1, null)).timeZone).toBe('UTC');
});

describe('the change time of an entry', () => {
  const changedAt = (...events: readonly Given[]) => visibilityOf(...events).visible.get('a1')?.changedAt;
  const lastOfGuild = start + (guild.length - 1) * 1_000;
  const next = lastOfGuild + 2_000;

  test('is the time of the newest record that changed it', () => {
    expect(changedAt(given.key(1, bram))).toBe(lastOfGuild);
    expect(changedAt(given.key(1, bram), given.changeMember(quill, { name: 'Q' }))).toBe(next);
    expect(changedAt(given.key(1, bram), given.description('a1', 'Quill F'))).toBe(next);
  });

  const key = (who: string | null) => given.key(1, who, { categories: ['stats', 'events'] });

  test.each<[string, Audience, string[], Audience, string[], Record<string, boolean>]>([
    ['a named member', 'private', [], 'selected', [tess], { tess: true }],
    ['a list with one more member', 'selected', [tess], 'selected', [tess, bram], { bram: true }],
    ['another list', 'selected', [tess], 'selected', [bram], { bram: true, tess: true }],
    ['nobody', 'selected', [tess], 'private', [], { tess: true }],
    ['the guild', 'selected', [tess], 'guild', [], { bram: true, service: true }],
    ['only one member of the guild', 'guild', [], 'selected', [tess], { bram: true, service: true }],
    ['the guild at once', 'private', [], 'guild', [], { bram: true, tess: true, service: true }],
    ['nobody at once', 'guild', [], 'private', [], { bram: true, tess: true, service: true }],
  ])(
    'moves by sharing with %s only for readers who gain or lose a category',
    (_, was, had, is, has, moves) => {
      for (const [who, memberId] of Object.entries({ owner: quill, bram, tess, service: null })) {
        const before = [key(memberId), share('stats', was, had)];
        const moved = changedAt(...before, share('stats', is, has)) !== changedAt(...before);
        expect([who, moved]).toEqual([who, moves[who] ?? false]);
      }
    },
  );

  test('does not move when something changes that the key does not read', () => {
    const others = [
      share('inventory', 'private'),
      given.changeMember(tess, { name: 'T' }),
      given.changeMember(quill, { time_zone: 'Asia/Tokyo' }),
      given.changeApiKey(1, { name: 'map', accounts: ['a1'] }),
    ];
    expect(changedAt(given.key(1, bram), ...others)).toBe(lastOfGuild);
  });
});

describe('the view', () => {
  const all = { categories: [...categories] };

  test('is the same for two keys of the same kind that read the same', () => {
    expect(visibilityOf(given.key(1, bram)).view).toBe(visibilityOf(given.key(1, tess)).view);
    expect(visibilityOf(given.key(1, bram)).view).not.toBe(visibilityOf(given.key(1, null)).view);
  });

  test('stays the same when an account is renamed, and changes with a category', () => {
    const key = given.key(1, bram, all);
    const { view } = visibilityOf(key);
    expect(visibilityOf(key, given.description('a1', 'Another')).view).toBe(view);
    expect(visibilityOf(key, share('stats', 'private')).view).not.toBe(view);
  });
});

test('removing a category removes exactly this category', () => {
  const anyCategories = fc.uniqueArray(fc.constantFrom(...categories), { minLength: 1 });
  fc.assert(
    fc.property(
      anyCategories,
      fc.constantFrom(...categories),
      fc.constantFrom(bram, null),
      (held, taken, who) => {
        const key = given.key(1, who, { categories: held });
        const open = share('bank', 'guild');
        const without = (list: readonly Category[]) => list.filter((category) => category !== taken);
        const before = readable(open, key) ?? [];
        expect(before).toEqual(categories.filter((category) => held.includes(category)));
        expect(readable(open, key, share(taken, 'private')) ?? []).toEqual(without(before));
        if (without(held).length === 0) return;
        expect(readable(open, key, given.changeApiKey(1, { categories: without(held) })) ?? []).toEqual(
          without(before),
        );
      },
    ),
    { numRuns: 100 },
  );
});

test('an owner who left is not shown, even if an account still has this owner', () => {
  const directory = directoryOf(...guild, given.key(1, bram));
  const ownerOf = (members: typeof directory.members) =>
    resolveVisibility({ ...directory, members }, keyOf(directory, id(1))).visible.get('a1')?.owner;
  expect(ownerOf(directory.members)).toEqual({ name: 'Quill', chat_id: '42' });
  const owner = directory.members.get(quill);
  if (owner === undefined) throw new Error('the owner is missing');
  expect(ownerOf(new Map(directory.members).set(quill, { ...owner, active: false }))).toBeNull();
  expect(ownerOf(new Map([...directory.members].filter(([member]) => member !== quill)))).toBeNull();
});
