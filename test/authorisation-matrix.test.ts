import { expect, test } from 'vitest';
import { routes } from '../services/query/routes.ts';
import { type Category, categories } from '../shared/domain/category.ts';
import {
  absentAccount,
  accountOf,
  accountsWith,
  audiences,
  type GuildAccount,
  guildAccounts,
  type KeyRights,
  openAccount,
  orphanAccount,
  readable,
  relations,
  unnamedAccount,
} from './support/authorisation/audiences.ts';
import { accountEndpoints, bodyOf, listEndpoints, listTaking } from './support/authorisation/endpoints.ts';
import { type Entry, entryFor, listItemFor } from './support/authorisation/expected-entries.ts';
import { type Guild, openGuild, type Seen, withoutVolatile } from './support/authorisation/open-guild.ts';

const everyone = [
  ...guildAccounts,
  { id: unnamedAccount, name: 'Unnamed' },
  { id: absentAccount, name: 'Absent' },
];
const lists = listEndpoints(everyone);
const notFound = '{"error":{"code":"not_found","message":"Account not found."}}';

/** No limit, or one limit between the key and the account. */
const reaches: Readonly<Record<string, (category: Category) => Omit<KeyRights, 'relation'>>> = {
  'all visible': (category) => ({ categories: [category], scope: null }),
  listed: (category) => ({
    categories: [category],
    scope: [...audiences.map((audience) => accountOf(category, audience).id), openAccount, orphanAccount],
  }),
  'not listed': (category) => ({
    categories: [category],
    scope: [openAccount, unnamedAccount, absentAccount, accountOf(after(category), 'guild').id],
  }),
  'without the category': (category) => ({
    categories: categories.filter((other) => other !== category),
    scope: null,
  }),
};

function after(category: Category): Category {
  return categories[(categories.indexOf(category) + 1) % categories.length] ?? category;
}

test('this file requests every route', () => {
  const asked = [...accountEndpoints, ...lists].map(({ name }) => name.split('?')[0]);
  // services/query/routes/member.test.ts asks for members, which only service keys may read.
  expect(new Set(['/me', '/members/{chat_id}', ...asked])).toEqual(new Set(routes.map(({ path }) => path)));
});

test('a key reads only data that its categories, its scope and the owners allow; other data does not exist for it (read-api 5 rule 4, 5 rule 5, 5 rule 6, 5 rule 7)', async () => {
  const guild = await openGuild();
  const whole = await readWhole(guild);
  const wrong: string[] = [];
  let cells = 0;
  for (const category of categories) {
    for (const [reach, rightsFor] of Object.entries(reaches)) {
      const rights = relations.map((relation) => ({ relation, ...rightsFor(category) }));
      await guild.allow(rights);
      for (const key of rights) {
        const found = [
          ...(await walkAccounts(guild, key, category, whole)),
          ...(await walkLists(guild, key, whole)),
        ];
        cells += found.length;
        wrong.push(...found.filter(isWrong).map((cell) => `${key.relation}, ${category} ${reach}: ${cell}`));
      }
    }
  }
  expect(wrong).toEqual([]);
  const keys = categories.length * Object.keys(reaches).length * relations.length;
  expect(cells).toBe(keys * (cellsOfAccounts + cellsOfLists));
});

/**
 * Cells of a key: the absent account, two closed accounts, an account of each audience, and two
 * accounts at once.
 */
const cellsOfAccounts =
  accountEndpoints.length * (1 + 2 + audiences.length) + listTaking.length * audiences.length;
/**
 * Cells of a key: the number of its accounts, and for each list its members, order, count and
 * entries.
 */
const cellsOfLists = 1 + lists.length * (everyone.length + 3);

/** Null when the answer is right. */
type Cell = string | null;
const isWrong = (cell: Cell): cell is string => cell !== null;

interface Whole {
  /** By account id, for the owner's key with every category. */
  readonly snapshot: ReadonlyMap<string, Entry>;
  readonly listed: ReadonlyMap<string, Entry>;
  readonly detail: ReadonlyMap<string, Entry>;
}

async function readWhole({ ask }: Guild): Promise<Whole> {
  const byId = ({ text }: Seen) =>
    new Map((JSON.parse(text).data as Entry[]).map((entry) => [String(entry.id), entry]));
  const snapshot = byId(await ask('all', '/snapshot'));
  expect(snapshot.size).toBe(guildAccounts.length - 1);
  const detail = new Map<string, Entry>();
  for (const id of snapshot.keys()) {
    detail.set(id, JSON.parse((await ask('all', `/accounts/${id}`)).text).data);
  }
  return { snapshot, listed: byId(await ask('all', '/accounts')), detail };
}

/** Asks for an account of each audience, alone and next to an allowed account. */
async function walkAccounts(
  { ask }: Guild,
  rights: KeyRights,
  category: Category,
  { detail }: Whole,
): Promise<Cell[]> {
  const { relation } = rights;
  const cells: Cell[] = [];
  for (const endpoint of accountEndpoints) {
    const absent = withoutVolatile(await ask(relation, endpoint.path(absentAccount)));
    cells.push(absent.text === notFound ? null : `${endpoint.name} of nobody is ${absent.text}`);
    const hidden = (seen: Seen) => JSON.stringify(withoutVolatile(seen)) === JSON.stringify(absent);
    const closed = [orphanAccount, unnamedAccount];
    for (const id of closed) {
      cells.push(hidden(await ask(relation, endpoint.path(id))) ? null : `${endpoint.name} shows ${id}`);
    }
    for (const audience of audiences) {
      const account = accountOf(category, audience);
      const expected = mayRead(rights, account, endpoint.category);
      const seen = await ask(relation, endpoint.path(account.id));
      const fits = expected ? showsAccount(seen, rights, account, detail) : hidden(seen);
      cells.push(fits ? null : `${endpoint.name} of ${audience}, allowed: ${expected}, is ${seen.text}`);
      if (!listTaking.includes(endpoint)) continue;
      const both = await ask(relation, endpoint.path(`${openAccount},${account.id}`));
      const open = guildAccounts.find(({ id }) => id === openAccount);
      const bothExpected = expected && open !== undefined && mayRead(rights, open, endpoint.category);
      const bothFit = bothExpected ? both.status === 200 : hidden(both);
      cells.push(bothFit ? null : `${endpoint.name} of two, one ${audience}, is ${both.text}`);
    }
  }
  return cells;
}

function mayRead(rights: KeyRights, account: GuildAccount, category: Category | 'any'): boolean {
  const read = readable(rights, account);
  return category === 'any' ? read.length > 0 : read.includes(category);
}

function showsAccount(
  { status, text, headers }: Seen,
  rights: KeyRights,
  account: GuildAccount,
  detail: ReadonlyMap<string, Entry>,
): boolean {
  if (status !== 200) return false;
  if (String(headers['content-type']).startsWith('text/csv')) return showsOnly(text, account);
  if (!text.includes(`"id":"${account.id}"`)) return false;
  const whole = detail.get(account.id);
  if (!text.includes('"categories":') || whole === undefined) return true;
  return text.startsWith(`{"data":${JSON.stringify(entryFor(rights, account, whole))},"meta":`);
}

function showsOnly(text: string, account: GuildAccount): boolean {
  const { data } = bodyOf({ text, headers: { 'content-type': 'text/csv' } });
  return data.length > 0 && data.every((line: Entry) => line.account_id === account.id);
}

/** Checks each list to the byte: accounts, order, count and fields. */
async function walkLists({ ask }: Guild, rights: KeyRights, whole: Whole): Promise<Cell[]> {
  const { relation } = rights;
  const cells: Cell[] = [];
  const me = JSON.parse((await ask(relation, '/me')).text).data.visible_accounts;
  cells.push(me === accountsWith(rights, 'any').length ? null : `/me sees ${me}`);
  for (const { name, category, path, ids, expected } of lists) {
    const seen = await ask(relation, path);
    const accounts = expected(accountsWith(rights, category));
    const body = bodyOf(seen);
    const wanted = accounts.map(({ id }) => id).join();
    const got = ids(body).join();
    for (const { id } of everyone) {
      const isThere = got.split(',').includes(id);
      cells.push(
        isThere === wanted.split(',').includes(id) ? null : `${name} ${isThere ? 'shows' : 'hides'} ${id}`,
      );
    }
    cells.push(got === wanted ? null : `${name} is ${got}, not ${wanted}`);
    const count = body.meta.count ?? accounts.length;
    cells.push(count === accounts.length ? null : `${name} counts ${count}`);
    const data = entriesOf(name, rights, accounts, whole);
    cells.push(data === null || seen.text.startsWith(data) ? null : `${name} is ${seen.text}, not ${data}`);
  }
  return cells;
}

/** The beginning of the answer; null where other tests check the entries. */
function entriesOf(
  name: string,
  rights: KeyRights,
  accounts: readonly GuildAccount[],
  whole: Whole,
): string | null {
  if (name.endsWith('?format')) return null;
  const isList = name.startsWith('/accounts');
  if (!isList && !name.startsWith('/snapshot')) return null;
  const [entries, entry] = isList
    ? ([whole.listed, listItemFor] as const)
    : ([whole.snapshot, entryFor] as const);
  const data = accounts.map((account) => entry(rights, account, entries.get(account.id) ?? {}));
  return `{"data":${JSON.stringify(data)},"meta":`;
}
