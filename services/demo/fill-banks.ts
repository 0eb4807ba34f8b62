import { executeCommands } from '../../projections/access/commands/execute-command.ts';
import { shareCategory } from '../../projections/access/commands/sharing/share-category.ts';
import { sharingOf } from '../../projections/access/model/sharing.ts';
import { type NewEvent, newEvent } from '../../shared/events/event.ts';
import { type HoldingData, holdings } from '../../shared/events/holdings.ts';
import type { EnrolmentHub } from './enrolment.ts';
import { logItems } from './game/bestiary.ts';
import { allItems, type GameItem } from './game/items.ts';
import { historySource as source } from './history/history-translator.ts';
import { createRandom, type Random } from './random.ts';

const storedShare = 0.6;
/** The mean worth of an expensive item in a bank; few banks have the item. */
const expensiveGpMean = 3_000_000;
const suppliesMax = 5_000;
const suppliesGpMax = 2_000_000;
const coinsMax = 20_000_000;
/** From this price on, a bank has few pieces of an item, or one. */
const [fewFromGp, oneFromGp] = [100_000, 1_000_000];
const pouchRunes = 3;
/** The type of accounts that have no bank. */
const ultimateIronman = 2;

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
      account.type !== ultimateIronman &&
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
  const store = (item: GameItem) => ({ id: item.id, quantity: plausibleQuantity(item, random) });
  const bank: HoldingData<'bank'>['items'] = allItems
    // Untradeable gear shows what its player achieved.
    .filter(({ gePrice, slot }) => gePrice > 0 || slot === null)
    .filter(({ gePrice }) => random.chance(Math.min(storedShare, expensiveGpMean / gePrice)))
    .map(store);
  const pouch = allItems
    .filter(({ name }) => name.endsWith(' rune'))
    .slice(0, pouchRunes)
    .map(store);
  return [
    newEvent(holdings.bank, { subject, source, part: 'bank' }, { at, items: bank }),
    newEvent(holdings['rune-pouch'], { subject, source, part: 'rune-pouch' }, { at, items: pouch }),
  ];
}

/** Few pieces of gear and of items of the collection log, and many of supplies. */
export function plausibleQuantity({ name, slot, stackable, gePrice }: GameItem, random: Random): number {
  if (name === 'Coins') return random.integer(1, coinsMax);
  const isTraded = gePrice > 0;
  if (logItems.has(name) || (!stackable && (slot !== null || !isTraded)) || gePrice >= fewFromGp) {
    return isTraded && gePrice < oneFromGp ? random.integer(1, 3) : 1;
  }
  const most = Math.min(suppliesMax, Math.ceil(suppliesGpMax / gePrice));
  return random.integer(Math.ceil(most / 20), most);
}
