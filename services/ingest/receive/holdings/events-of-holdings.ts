import { definitionOf } from '../../../../shared/events/catalogue.ts';
import {
  type EventDefinition,
  type NewEvent,
  newEvent,
  type RecordedEvent,
} from '../../../../shared/events/event.ts';
import { holdings } from '../../../../shared/events/holdings.ts';
import { type Facts, holdingEntries } from '../../facts/facts.ts';

export interface Reporter {
  readonly accountId: string;
  readonly memberId: string;
  /** The plugin's name in the log. */
  readonly source: string;
}

export type HoldingEvent = NewEvent<string, { readonly at: number }>;

/** A shared storage belongs to the member; all other holdings belong to the account. */
export function eventsOfHoldings(
  { accountId, memberId, source }: Reporter,
  { at, holdings: sent }: Pick<Facts, 'at' | 'holdings'>,
): HoldingEvent[] {
  return holdingEntries(sent).map(([name, value]) => {
    const definition: EventDefinition = holdings[name];
    const isOfMember = name === 'shared-storage';
    const about = isOfMember
      ? { subject: memberId, source, part: `${name}/${accountId}` }
      : { subject: accountId, source, part: name };
    const data = isOfMember ? { at, account_id: accountId, ...value } : { at, ...value };
    return newEvent(definition, about, data) as HoldingEvent;
  });
}

export function eventToRepeat(key: string, { type, subject, source, data }: RecordedEvent): HoldingEvent {
  const definition = definitionOf(type);
  if (definition === undefined) throw new Error(`${type} is in no catalogue`);
  const part = key.slice(subject.length + 1);
  return newEvent(definition, { subject, source, part }, data) as HoldingEvent;
}

/** Also for a holding that belongs to a member. */
export function accountOf({ subject, data }: HoldingEvent): string {
  return (data as { readonly account_id?: string }).account_id ?? subject;
}
