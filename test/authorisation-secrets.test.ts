import { describe, expect, test } from 'vitest';
import { type Audience, type Category, categories } from '../shared/domain/category.ts';
import { hourMs } from '../shared/domain/durations.ts';
import { onceAFile } from './support/at-end.ts';
import {
  accountOf,
  audiences,
  guildAccounts,
  type KeyRights,
  type Relation,
  readable,
  relations,
} from './support/authorisation/audiences.ts';
import { accountEndpoints, listEndpoints } from './support/authorisation/endpoints.ts';
import {
  type Change,
  type Guild,
  openGuild,
  type Seen,
  withoutVolatile,
} from './support/authorisation/open-guild.ts';
import { sampleOf } from './support/campaign.ts';

const lists = listEndpoints(guildAccounts);

interface Secret {
  readonly of: string;
  readonly rights: readonly KeyRights[];
  /** Changes that no key with these rights is allowed to notice. */
  readonly changes: readonly Change[];
  /** Changes of sharing that no key with these rights is allowed to notice. */
  readonly shared?: readonly Change[];
}

const everywhere = audiences.flatMap(changesOf);
const untouched = guildAccounts
  .map(({ id }) => id)
  .filter((id) => !everywhere.some(([account]) => account.id === id));

/**
 * Audiences that can change to the contributor alone and back without a change for the relation.
 */
const unaffected: Readonly<Record<Exclude<Relation, 'contributor'>, readonly Audience[]>> = {
  owner: audiences,
  granted: ['private'],
  member: ['selected', 'private'],
  service: ['selected', 'private'],
};

const secrets = sampleOf<Secret>(
  [
    { of: 'the owner', rights: rightsOf(relations.slice(1)), changes: changesOf('private') },
    {
      of: 'selected members',
      rights: rightsOf(['contributor', 'member', 'service']),
      changes: [...changesOf('private'), ...changesOf('selected')],
    },
    { of: 'accounts out of scope', rights: rightsOf(relations, { scope: untouched }), changes: everywhere },
    ...categories.map(
      (category): Secret => ({
        of: `the category ${category}`,
        rights: rightsOf(relations, { categories: categories.filter((other) => other !== category) }),
        shared: guildAccounts.map((account) => [account, category]),
        changes: guildAccounts.filter(({ orphaned }) => !orphaned).map((account) => [account, category]),
      }),
    ),
    ...Object.entries(unaffected).map(
      ([relation, own]): Secret => ({
        of: `sharing that changes nothing for the ${relation}`,
        rights: rightsOf([relation as Relation]),
        changes: [],
        shared: categories.flatMap((category) =>
          guildAccounts
            .filter((account) => own.includes(account.audienceOf(category)) && !account.orphaned)
            .map((account): Change => [account, category]),
        ),
      }),
    ),
  ],
  4,
);

function changesOf(audience: Audience): Change[] {
  return categories.map((category) => [accountOf(category, audience), category]);
}

function rightsOf(some: readonly Relation[], limits: Partial<KeyRights> = {}): KeyRights[] {
  return some.map((relation) => ({ relation, categories, scope: null, ...limits }));
}

const theGuild = onceAFile(openGuild);

/**
 * Categories that may open parts of an event's data next to `events`
 * (rules/visibility.md#event-data).
 */
const openers: readonly (readonly Category[])[] = [
  [],
  ['location_live'],
  ['location_history'],
  ['activity'],
  ['location_live', 'activity'],
  ['location_live', 'location_history', 'activity'],
  ['stats', 'equipment', 'inventory'],
];

// The order matters: later tests change what the accounts of all tests have.
test('the data of an event has a place or a world only for keys that may read them (read-api 2.10, 5 rule 6)', async () => {
  const guild = theGuild();
  const wrong: string[] = [];
  for (const besides of openers) {
    const rights = rightsOf(relations, { categories: ['events', ...besides] });
    await guild.allow(rights);
    for (const key of rights) {
      const { text } = await guild.ask(key.relation, '/events?limit=500');
      const events: { account: { id: string }; data: { data: [object] } }[] = JSON.parse(text).data;
      expect(events.length, key.relation).toBeGreaterThan(0);
      for (const { account, data } of events) {
        const got = [...Object.keys(data), ...Object.keys(data.data[0])].join();
        const told = toldOf(key, account.id);
        if (got !== [...told, 'data', ...told].join())
          wrong.push(`${key.relation} with ${besides} of ${account.id}: ${got}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

function toldOf(key: KeyRights, accountId: string): string[] {
  const account = guildAccounts.find(({ id }) => id === accountId);
  const read = account === undefined ? [] : readable(key, account);
  const place = read.includes('location_live') || read.includes('location_history');
  return [
    ...(place ? ['location', 'locationTrail', 'regionId'] : []),
    ...(read.includes('activity') ? ['world', 'worldTypes'] : []),
    ...['source', 'killCount', 'boss', 'count'],
  ];
}

test('a change that a key can read shows in every answer about the account', async () => {
  const guild = theGuild();
  const rights = rightsOf(relations);
  await guild.allow(rights);
  const since = fromNowOn();
  const before = await pictures(guild, rights, since);
  await guild.change(changesOf('guild'));
  const after = await pictures(guild, rights, since);
  const still = [...after].filter(([name, picture]) => before.get(name) === picture).map(([name]) => name);
  // Accounts of other audiences did not change, no account came, and players in game stay in
  // game. Definitions of competitions hold no data.
  const unmoved = /selected|private|\/me$|online=|\/competitions$/;
  expect(still.filter((name) => !unmoved.test(name))).toEqual([]);
});

describe('a change that a key cannot read changes none of its answers: no entry, count, order, tag or time (read-api 4.1 rule 2, 5 rule 6)', () => {
  describe.each(secrets)('secrets of $of', ({ rights, changes, shared = [], leftOut }) => {
    test.skipIf(leftOut)('stay secret', async () => {
      const guild = theGuild();
      await guild.allow(rights);
      await guild.api.settled();
      let [hour, moved]: [number, readonly unknown[]] = [0, []];
      // `/guild` lists the last hours, which move when an hour ends.
      while (hour !== hourOf(Date.now())) {
        hour = hourOf(Date.now());
        const since = fromNowOn();
        const before = await pictures(guild, rights, since);
        await guild.change(changes);
        await guild.shareOtherwise(shared);
        const after = await pictures(guild, rights, since);
        await guild.shareAsBefore(shared);
        moved = [...after].flatMap(([name, picture]) =>
          before.get(name) === picture ? [] : [[name, before.get(name), picture]],
        );
      }
      expect(moved).toEqual([]);
    });
  });
});

const hourOf = (at: number) => Math.floor(at / hourMs);

/** An answer has changes up to 30 s before `since` too (read-api.md 4.1). */
function fromNowOn(): string {
  return `/snapshot?since=${new Date(Date.now() + 30_000).toISOString()}`;
}

let picturesTaken = 0;

/** By relation and path. */
async function pictures(
  { ask }: Guild,
  rights: readonly KeyRights[],
  since: string,
): Promise<Map<string, string>> {
  const ofAccounts = accountEndpoints.flatMap(({ category, path }) =>
    category === 'any' ? [] : audiences.map((audience) => path(accountOf(category, audience).id)),
  );
  const taken = new Map<string, string>();
  picturesTaken += 1;
  // A cached body would hide a newer time, so each request has another millisecond.
  const fresh = `T00:00:00.${String(picturesTaken).padStart(3, '0')}Z`;
  for (const { relation, categories: read } of rights) {
    for (const path of [...lists.map((list) => list.path), since, '/me', ...ofAccounts]) {
      const seen = withoutVolatile(await ask(relation, path.replace('T00:00:00Z', fresh)));
      taken.set(`${relation} ${path}`, lasting(seen, read.includes('activity')));
    }
  }
  return taken;
}

/** Without the times that depend on the request. */
function lasting({ status, text, headers }: Seen, dated: boolean): string {
  const { 'last-modified': modified, ...others } = headers;
  const body = text
    .replace(/"(generated_at|from|to)":"[^"]*"/g, '')
    // The same times in CSV.
    .replace(/\bweek,[^,]*Z,[^,]*Z/g, 'week')
    // The cursor of the feed passes events that the filters leave out (read-api.md 6, rule 4).
    .replace(/"next_cursor":"[^"]*"/, '');
  // Without the category `activity`, the answer has the watermark, which moves by itself.
  const timed = dated ? [modified, body] : [body.replace(/"last_modified":"[^"]*"/, '')];
  return JSON.stringify([status, ...timed, others]);
}
