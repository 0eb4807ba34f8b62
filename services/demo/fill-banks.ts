import { executeCommands } from '../../projections/access/commands/execute-command.ts';
import { shareCategory } from '../../projections/access/commands/sharing/share-category.ts';
import { sharingOf } from '../../projections/access/model/sharing.ts';
import { type NewEvent, newEvent } from '../../shared/events/event.ts';
import { type HoldingData, holdings } from '../../shared/events/holdings.ts';
import type { EnrolmentHub } from './enrolment.ts';
import { allItems, type GameItem } from './game/items.ts';
import { historySource as source } from './history/history-translator.ts';
import { createRandom } from './random.ts';

const storedShare = 0.6;
const quantityMax = 2_000;
const pouchRunes = 3;

/**
 * Fills the banks of the members' accounts that nobody has shared or hidden yet, and shares them
 * with the guild. @param now epoch ms
 */
export async function fillBanks(
  hub: EnrolmentHub,
  memberIds: ReadonlySet<string>,
  now: number,
): Promise<void> {
  const directory = hub.directory.current();
  const empty = [...directory.accounts.values()].filter(
    (account) =>
      account.ownerId !== null &&
      memberIds.has(account.ownerId) &&
      sharingOf(account, 'bank').changedAt === 0,
  );
  if (empty.length === 0) return;
  await hub.journal.append(empty.flatMap(({ id }) => storagesOf(id, now)));
  const guild = { category: 'bank', audience: 'guild', memberIds: [], actor: 'hub' } as const;
  await executeCommands(
    hub,
    empty.map(({ id: accountId }) => shareCategory(directory, { accountId, ...guild })),
  );
}

/** The same for an account in every run. */
function storagesOf(subject: string, at: number): NewEvent[] {
  const random = createRandom(`bank/${subject}`);
  const store = ({ id, slot, stackable }: GameItem) => {
    const isWorn = slot !== null && !stackable;
    return { id, quantity: isWorn ? 1 : random.integer(1, quantityMax) };
  };
  const bank: HoldingData<'bank'>['items'] = allItems.filter(() => random.chance(storedShare)).map(store);
  const pouch = allItems
    .filter(({ name }) => name.endsWith(' rune'))
    .slice(0, pouchRunes)
    .map(store);
  return [
    newEvent(holdings.bank, { subject, source, part: 'bank' }, { at, items: bank }),
    newEvent(holdings['rune-pouch'], { subject, source, part: 'rune-pouch' }, { at, items: pouch }),
  ];
}
