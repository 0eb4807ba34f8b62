import { LRUCache } from 'lru-cache';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import type { HeldStates } from '../../../projections/account-state/queries/held-states.ts';
import { dayMs } from '../../../shared/domain/durations.ts';
import { type Item, unknownItemName } from '../../../shared/domain/item.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { hasTable } from '../../../shared/postgres/schema/has-table.ts';
import { visitItemsOnPlayers } from './items-on-players.ts';

/** Null for a detail that nothing says. */
export type CatalogueEntry = Pick<Item, 'name' | 'ge_price' | 'ha_price'>;
export type ItemsById = ReadonlyMap<number, CatalogueEntry>;

/** Names and prices for storages, whose plugins send ids only. */
export interface ItemCatalogue {
  /**
   * Details that files say, or worn and carried items that the reader reads. Reports of other
   * accounts do not count, because they would tell what these accounts have.
   */
  of(reader: Reader): Promise<ItemsById>;
}

const readFilesEveryMs = 60_000;
const readReportsEveryMs = 5_000;
/** A set of details takes up to 1 MB. */
const keptReadersMax = 32;
/** Reports do not overwrite a price of a file for this time. */
const filePriceMs = 7 * dayMs;

export function createItemCatalogue(sql: Sql, state: Pick<HeldStates, 'accounts' | 'now'>): ItemCatalogue {
  const kept = new LRUCache<Reader['visible'], ItemsById>({ max: keptReadersMax, ttl: readReportsEveryMs });
  let ofFiles: ItemsById = new Map();
  let readAt = Number.NEGATIVE_INFINITY;

  return {
    of: async ({ visible }) => {
      if (performance.now() - readAt > readFilesEveryMs) {
        ofFiles = await readFileDetails(sql, state.now() - filePriceMs);
        readAt = performance.now();
        kept.clear();
      }
      const known = kept.get(visible);
      if (known !== undefined) return known;
      const details = withReported(ofFiles, visible, state);
      kept.set(visible, details);
      return details;
    },
  };
}

async function readFileDetails(sql: Sql, pricesFrom: number): Promise<ItemsById> {
  // Ingest processes create the table at their start.
  if (!(await hasTable(sql, 'hub.known_item'))) return new Map();
  const rows = await sql.many<CatalogueEntry & { id: number }>({
    text: `select id, case when name_of_file then name end as name,
                  case when ge_price_of_file_at > $1 then ge_price end as ge_price,
                  case when ha_price_of_file then ha_price end as ha_price
           from hub.known_item
           where name_of_file or ha_price_of_file or ge_price_of_file_at > $1`,
    values: [pricesFrom],
  });
  return new Map(rows.map(({ id, ...details }) => [id, details]));
}

/** The newest report of an item counts. */
function withReported(
  ofFiles: ItemsById,
  visible: Reader['visible'],
  state: Pick<HeldStates, 'accounts'>,
): ItemsById {
  const newest = new Map<number, { readonly item: Item; readonly at: number }>();
  visitItemsOnPlayers(visible, state, (items, _place, _of, at) => {
    for (const item of items) {
      const known = newest.get(item.id);
      if ((known === undefined || at > known.at) && isNamed(item)) newest.set(item.id, { item, at });
    }
  });
  const details = new Map(ofFiles);
  for (const [id, { item }] of newest) {
    const file = ofFiles.get(id);
    details.set(id, {
      name: file?.name ?? item.name,
      ge_price: file?.ge_price ?? item.ge_price,
      ha_price: file?.ha_price ?? item.ha_price,
    });
  }
  return details;
}

function isNamed({ id, name }: Item): boolean {
  return name !== null && name !== unknownItemName(id);
}
