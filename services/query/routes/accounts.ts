import { z } from 'zod';
import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { statePartition } from '../../../projections/account-state/queries/account-state.ts';
import { presenceSection } from '../../../projections/account-state/queries/sections.ts';
import type { StateCopy } from '../../../projections/account-state/queries/state-copy.ts';
import { hasCategory } from '../../../shared/domain/category.ts';
import { nameKey } from '../../../shared/domain/text.ts';
import { accountHead } from '../accounts/account-head.ts';
import { defineRoute } from '../define-route.ts';
import { csvAnswer } from '../http/answer.ts';
import { accountFields, exampleFields, World } from '../schemas/account.ts';
import { accountIdForm, ListedAccountId } from '../schemas/account-ref.ts';
import { ListMeta, listEnvelopeOf, Timestamp, timestamp } from '../schemas/envelope.ts';
import { boolean, commaList, formatParameter } from '../schemas/parameters.ts';

const AccountListItem = z
  .object({
    ...accountFields,
    online: z.boolean().nullable(),
    world: World,
    last_seen: Timestamp.nullable(),
  })
  .meta({ id: 'AccountListItem' });

const listMax = 100;

const Query = z.object({
  names: commaList(z.string(), { max: listMax, whenEmpty: 'nothing', identity: nameKey }).meta({
    description: 'Names, matched as the game does. A name that matches no account is ignored.',
    sample: 'Quillon Fen,bram_oak',
  }),
  ids: commaList(ListedAccountId, { max: listMax, whenEmpty: 'nothing', form: accountIdForm }).meta({
    description: 'Account ids. With `names` too, an account must be in one of the two lists.',
    sample: '4fK2mQ9xTz0b,3xK09aPqLm2Z',
  }),
  online: boolean.optional().meta({
    description:
      '`true`: in game now. `false`: known to be offline. Both leave out accounts without readable `activity`.',
    sample: true,
  }),
  format: formatParameter,
});

const hashColumn = 'account_hash';
/** The hash is the last column, so that the other columns have the same place for every key. */
const csvColumns = [
  ...['id', 'name', 'type', 'type_label', 'owner_name', 'owner_chat_id', 'owner_discord_id'],
  ...['online', 'world', 'last_seen', hashColumn],
];

export const accountsRoute = defineRoute({
  operationId: 'listAccounts',
  path: '/accounts',
  tag: 'Accounts',
  summary: 'The accounts that the key can see',
  description:
    'Sorted by name, case ignored. `online`, `world` and `last_seen` are null where the key cannot read `activity`.',
  query: Query,
  triedQuery: 'online=true',
  response: listEnvelopeOf('AccountsResponse', AccountListItem, ListMeta),
  example: {
    data: [
      {
        ...exampleFields,
        online: true,
        world: 486,
        last_seen: '2026-09-14T18:22:07.400Z',
      },
    ],
    meta: { generated_at: '2026-09-14T18:22:09.100Z', count: 1 },
  },
  csvColumns,
  handle: async ({ reader, query }, { clock, state }) => {
    await state.waitUntilFresh();
    const data = listed(reader.visible, query)
      .map((account) => ({ ...accountHead(account, reader.key.kind), ...presenceOf(account, state) }))
      .filter(({ online }) => query.online === undefined || online === query.online);
    if (query.format === 'csv') {
      const isService = reader.key.kind === 'service';
      return csvAnswer(isService ? csvColumns : csvColumns.filter((name) => name !== hashColumn), data);
    }
    const meta = { generated_at: timestamp(clock()), count: data.length };
    return { status: 200, body: { json: { data, meta } } };
  },
});

function listed(
  visible: ReadonlyMap<string, VisibleAccount>,
  { names, ids }: Pick<z.infer<typeof Query>, 'names' | 'ids'>,
): VisibleAccount[] {
  const accounts = [...visible.values()];
  if (names === undefined && ids === undefined) return accounts;
  const wantedNames = new Set(names?.map(nameKey));
  const wantedIds = new Set(ids);
  return accounts.filter(
    ({ account }) => wantedIds.has(account.id) || wantedNames.has(nameKey(account.name ?? '')),
  );
}

const unreadable = { online: null, world: null, last_seen: null };

function presenceOf({ account, readable }: VisibleAccount, state: StateCopy) {
  if (!hasCategory(readable, 'activity')) return unreadable;
  const current = state.currentTimes(statePartition(account.id));
  const { online, world, last_seen } = presenceSection(state.stateOf(account.id), current) ?? unreadable;
  return { online, world, last_seen };
}
