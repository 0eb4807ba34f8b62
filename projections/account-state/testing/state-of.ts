import type { NewEvent } from '../../../shared/events/event.ts';
import type { Part, PartReported } from '../part.ts';
import { accountStateProjection } from '../projection.ts';
import { type AccountState, noState, statePartition, withParts } from '../queries/account-state.ts';

export function partAt(event: NewEvent, offset: number, recordTime: number): Part {
  const recorded = { ...event, partition: statePartition(event.subject), offset, recordTime };
  const part = accountStateProjection.evolve(null, recorded as unknown as PartReported);
  if (part === null) throw new Error('a report makes a part');
  return part;
}

export function stateAfter(events: readonly NewEvent[], recordTime = 0): AccountState {
  return withParts(
    noState,
    events.map((event, offset) => partAt(event, offset, recordTime)),
  );
}
