import { describe, expect, it } from 'vitest';
import type { Item } from '../../shared/domain/item.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { gearReported } from '../../shared/events/types/gear-reported.ts';
import { foldRows } from '../../shared/projection/testing/fold-rows.ts';
import { equipmentHistoryProjection } from './projection.ts';

type EquipmentHistoryEvent = RecordedEventOf<typeof gearReported>;

const helm = worn(10_828, 'HEAD');
const sword = worn(4151, 'WEAPON');

describe('equipment history', () => {
  it('begins with the first set that was sent', () => {
    expect(changesAfter([helm])).toEqual([[10_828]]);
    expect(changesAfter([])).toEqual([[]]);
  });

  it('records a set when an item in a slot differs', () => {
    expect(changesAfter([helm], [helm, sword], [sword])).toEqual([[10_828], [10_828, 4151], [4151]]);
    expect(changesAfter([sword], [worn(4151, 'SHIELD')])).toHaveLength(2);
  });

  it('ignores a change of quantity, price, name or order alone', () => {
    const dearer: Item = { ...helm, quantity: 2, ge_price: 99, name: 'Helm' };
    expect(changesAfter([helm, sword], [sword, dearer])).toHaveLength(1);
  });

  it('ignores the worn id of an item whose carried id was reported, and the reverse', () => {
    expect(changesAfter([worn(11_851, 'HEAD')], [worn(11_850, 'HEAD')])).toEqual([[11_851]]);
    expect(changesAfter([worn(11_850, 'HEAD'), sword], [worn(11_851, 'HEAD')])).toHaveLength(2);
  });

  it('gives the newest change the id and name of an item that a later report names', () => {
    const unknown = { ...worn(11_850, 'HEAD'), name: 'Unknown (11850)' };
    const hood = { ...worn(11_851, 'HEAD'), name: 'Graceful hood' };
    const [change, ...others] = foldedAfter([unknown, sword], [hood, sword]);
    expect(change).toEqual({ changed_at: 0, offset: 0, items: [hood, sword] });
    expect(others).toEqual([]);
    for (const repeated of [unknown, { ...hood, name: 'Hood' }])
      expect(foldedAfter([hood], [repeated])).toMatchObject([{ items: [hood] }]);
  });

  it('ignores a message without worn gear, and a repeated one', () => {
    expect(changesAfter([helm], null, [helm])).toHaveLength(1);
  });
});

function changesAfter(...sets: (Item[] | null)[]): number[][] {
  return foldedAfter(...sets).map(({ items }) => items.map((item) => item.id));
}

function foldedAfter(...sets: (Item[] | null)[]) {
  return foldRows(equipmentHistoryProjection, sets.map(gear)).change;
}

function gear(items: Item[] | null, offset: number): EquipmentHistoryEvent {
  return {
    stream: 'hub.gear',
    partition: 0,
    offset,
    recordId: '00000000-0000-4000-8000-000000000000',
    subject: 'aB3xYz91kQw0',
    source: 'ha',
    recordTime: offset,
    type: 'gear-reported',
    data: { at: offset, worn: items === null ? null : { items, value: 0 }, carried: null },
  };
}

function worn(id: number, slot: string): Item {
  return {
    id,
    name: `Item ${id}`,
    quantity: 1,
    ge_price: null,
    ha_price: null,
    equipment_slot: slot,
    inventory_slot: null,
  };
}
