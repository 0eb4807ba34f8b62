import type { RecordedEventOf } from '../../shared/events/event.ts';
import {
  type PartName,
  partNames,
  skillPart,
  skillPartName,
  stateParts,
} from '../../shared/events/state-parts.ts';

export type PartReported = RecordedEventOf<
  (typeof stateParts)[PartName]['reported'] | (typeof skillPart)['reported']
>;

const namesByType = new Map(partNames.map((name) => [stateParts[name].reported.type, name]));

export const partTypes: readonly PartReported['type'][] = [...namesByType.keys(), skillPart.reported.type];

/** The newest record of one part of an account. */
export interface Part {
  readonly account_id: string;
  /** `presence`, `hitpoints`, ..., `skill/<Name>`. */
  readonly part: string;
  readonly partition: number;
  /** Offset of the record in `partition` of `hub.state`. */
  readonly last_offset: number;
  /** Record time, epoch ms. */
  readonly changed_at: number;
  readonly value: PartReported['data'];
}

export function partOf(event: PartReported): string {
  if (event.type === 'skill-reported') return skillPartName(event.data.skill);
  const name = namesByType.get(event.type);
  if (name === undefined) throw new Error(`${event.type} reports no part`);
  return name;
}
