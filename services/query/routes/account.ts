import { z } from 'zod';
import type { Reader, VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import {
  type AccountState,
  statePartition,
} from '../../../projections/account-state/queries/account-state.ts';
import type { CurrentTimes } from '../../../projections/account-state/queries/presence.ts';
import {
  itemsSection,
  locationSection,
  presenceSection,
  skillsSection,
  type UpdatedAt,
  vitalsSection,
} from '../../../projections/account-state/queries/sections.ts';
import { type CategoryMask, categoriesOf, hasCategory } from '../../../shared/domain/category.ts';
import { type SectionName, sectionCategory } from '../../../shared/domain/section.ts';
import { accountHead } from '../accounts/account-head.ts';
import { defineRoute } from '../define-route.ts';
import { accountNotFound } from '../errors/api-error.ts';
import { dataAnswer } from '../http/answer.ts';
import { itemsOfStorageMax, StorageInAnswer, storagesOf } from '../items/storages.ts';
import type { QueryServices } from '../query-services.ts';
import { accountFields, exampleFields, ReadableCategories } from '../schemas/account.ts';
import { accountPath } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp, timestamp } from '../schemas/envelope.ts';
import {
  exampleLocation,
  examplePresence,
  exampleVitals,
  itemsFields,
  locationFields,
  presenceFields,
  section,
  skillsFields,
  vitalsFields,
} from '../schemas/state-sections.ts';

const ItemsSection = section('ItemsSection', itemsFields);

const Account = z
  .object({
    ...accountFields,
    first_seen: Timestamp,
    categories: ReadableCategories,
    presence: section('PresenceSection', presenceFields),
    vitals: section('VitalsSection', vitalsFields),
    skills: section('SkillsSection', skillsFields),
    location: section('LocationSection', locationFields),
    equipment: ItemsSection,
    inventory: ItemsSection,
    bank: section('BankSection', { storages: z.array(StorageInAnswer) }),
  })
  .meta({ id: 'Account' });

export const accountRoute = defineRoute({
  operationId: 'getAccount',
  path: '/accounts/{id}',
  tag: 'Accounts',
  summary: 'One account with its live sections',
  description:
    'A section whose category the key cannot read is left out. A section that the plugin never sent is `{shared: false, updated_at: null}`. ' +
    'Without readable `activity`, `updated_at` of skills, equipment, inventory and bank is cut to the UTC day.',
  params: accountPath,
  response: envelopeOf('AccountResponse', Account),
  example: exampleOf(
    {
      ...exampleFields,
      first_seen: '2026-08-02T10:15:00.000Z',
      categories: ['activity', 'location_live', 'equipment'],
      presence: {
        shared: true,
        ...examplePresence,
        updated_at: examplePresence.last_seen,
      },
      vitals: { shared: true, ...exampleVitals, updated_at: examplePresence.last_seen },
      location: { shared: true, ...exampleLocation },
      equipment: { shared: false, updated_at: null },
    },
    '2026-09-14T18:22:09.100Z',
  ),
  statuses: [404],
  handle: async ({ reader, params }, { clock, state, history, items }) => {
    const visible = reader.visible.get(params.id);
    if (visible === undefined) throw accountNotFound;
    await state.waitUntilFresh();
    const judged = state.currentTimes(statePartition(params.id));
    const data = {
      ...accountHead(visible, reader.key.kind),
      first_seen: timestamp(visible.account.firstSeen),
      categories: categoriesOf(visible.readable),
      ...sections(state.stateOf(params.id), judged, visible.readable),
      ...(await bankSection(reader, visible, { history, items })),
    };
    return dataAnswer(data, clock());
  },
});

/** Left out while the first tables are being built. */
async function bankSection(
  reader: Reader,
  visible: VisibleAccount,
  { history, items }: Pick<QueryServices, 'history' | 'items'>,
): Promise<{ readonly bank?: object }> {
  const schema = history.generations.schemaOf('item-storages');
  if (schema === null || !hasCategory(visible.readable, 'bank')) return {};
  const known = await items.of(reader);
  const storages = await storagesOf(history.sql, schema, visible, { known, limit: itemsOfStorageMax });
  const times = storages.map(({ updated_at }) => updated_at).sort();
  return { bank: storages.length === 0 ? unsent : { shared: true, storages, updated_at: times.at(-1) } };
}

function sections(
  state: AccountState,
  judged: CurrentTimes,
  readable: CategoryMask,
): Record<string, unknown> {
  const updatedAt: UpdatedAt = hasCategory(readable, 'activity') ? 'exact' : 'day';
  const all: Readonly<Record<SectionName, object | null>> = {
    presence: presenceSection(state, judged),
    vitals: vitalsSection(state),
    skills: skillsSection(state, updatedAt),
    location: locationSection(state, judged),
    equipment: itemsSection(state.equipment, updatedAt),
    inventory: itemsSection(state.inventory, updatedAt),
  };
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => hasCategory(readable, sectionCategory[name as SectionName]))
      .map(([name, value]) => [name, value === null ? unsent : { shared: true, ...value }]),
  );
}

const unsent = { shared: false, updated_at: null };
