import { equipmentReported } from '../../shared/events/equipment-reported.ts';
import type { DataOf, RecordedEventOf } from '../../shared/events/event.ts';
import { hitpointsReported } from '../../shared/events/hitpoints-reported.ts';
import { inventoryReported } from '../../shared/events/inventory-reported.ts';
import { locationReported } from '../../shared/events/location-reported.ts';
import { prayerReported } from '../../shared/events/prayer-reported.ts';
import { presenceReported } from '../../shared/events/presence-reported.ts';
import { skillReported } from '../../shared/events/skill-reported.ts';
import { spellbookReported } from '../../shared/events/spellbook-reported.ts';

const definitions = [
  presenceReported,
  hitpointsReported,
  prayerReported,
  spellbookReported,
  locationReported,
  equipmentReported,
  inventoryReported,
  skillReported,
] as const;

/** A report of one part of an account. */
export type PartReported = RecordedEventOf<(typeof definitions)[number]>;

export const partTypes = definitions.map((definition) => definition.type);

export type Presence = DataOf<typeof presenceReported>;
export type Hitpoints = DataOf<typeof hitpointsReported>;
export type Prayer = DataOf<typeof prayerReported>;
export type Spellbook = DataOf<typeof spellbookReported>;
export type Location = DataOf<typeof locationReported>;
export type Equipment = DataOf<typeof equipmentReported>;
export type Inventory = DataOf<typeof inventoryReported>;
export type Skill = DataOf<typeof skillReported>;

/** The newest record of one part of an account: what is stored, and what a copy reads. */
export interface Part {
  readonly account_id: string;
  /** `presence`, `hitpoints`, ..., `skill/<Name>`. */
  readonly part: string;
  readonly partition: number;
  /** Offset of the record in its partition of `hub.state`. */
  readonly last_offset: number;
  /** Record time, epoch ms. */
  readonly changed_at: number;
  readonly value: PartReported['data'];
}

export const skillPrefix = 'skill/';

/** The name of the part that an event reports. */
export function partOf(event: PartReported): string {
  switch (event.type) {
    case 'presence-reported':
      return 'presence';
    case 'hitpoints-reported':
      return 'hitpoints';
    case 'prayer-reported':
      return 'prayer';
    case 'spellbook-reported':
      return 'spellbook';
    case 'location-reported':
      return 'location';
    case 'equipment-reported':
      return 'equipment';
    case 'inventory-reported':
      return 'inventory';
    case 'skill-reported':
      return `${skillPrefix}${event.data.skill}`;
  }
}
