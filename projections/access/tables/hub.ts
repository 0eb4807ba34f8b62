import type { Refusal } from '../model/refusal.ts';
import { anyOf, declareTable, type WithLastOffset } from './declare-table.ts';

/** The only row of its table. */
export interface DecommissionRow extends WithLastOffset {
  readonly hub: 'hub';
  readonly on: boolean;
  readonly since: number;
}

export const decommission = declareTable<DecommissionRow>()({
  name: 'decommission',
  columns: { hub: ['hub', 'text'], on: ['is_on', 'boolean'], since: ['since', 'bigint'] },
  key: ['hub'],
  lookups: {},
});

/** The outcome of a command; `refusal` is null for a granted command. */
export interface VerdictRow extends WithLastOffset {
  readonly recordId: string;
  /** An erasure of this account or member deletes the verdict. */
  readonly subject: string;
  readonly refusal: Refusal | null;
}

export const verdicts = declareTable<VerdictRow>()({
  name: 'verdict',
  columns: { recordId: ['record_id', 'text'], subject: ['subject', 'text'], refusal: ['refusal', 'text'] },
  key: ['recordId'],
  lookups: { subject: { valuesOf: ({ subject }) => [subject], condition: anyOf('subject') } },
});

export interface ErasedRow extends WithLastOffset {
  readonly subject: string;
  /** Record time of the erasure. */
  readonly at: number;
}

export const erased = declareTable<ErasedRow>()({
  name: 'erased',
  columns: { subject: ['subject', 'text'], at: ['at', 'bigint'] },
  key: ['subject'],
  lookups: {},
});

export interface ParkedDecisionRow extends WithLastOffset {
  readonly projection: string;
  readonly recordId: string;
  readonly recordOffset: number;
  readonly decision: 'retry' | 'drop';
}

export const parkedDecisionRows = declareTable<ParkedDecisionRow>()({
  name: 'parked_decision',
  columns: {
    projection: ['projection', 'text'],
    recordId: ['record_id', 'text'],
    recordOffset: ['record_offset', 'bigint'],
    decision: ['decision', 'text'],
  },
  key: ['projection', 'recordId', 'recordOffset'],
  keyOf: ({ projection, recordId, recordOffset }) => `${projection} ${recordId} ${recordOffset}`,
  keyCondition: (values) => `concat_ws(' ', projection, record_id, record_offset) = any(${values})`,
  lookups: {},
});
