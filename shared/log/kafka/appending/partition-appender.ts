import { pause, within } from '../../../async/waiting.ts';
import { LogUnavailable } from '../../../errors/errors.ts';
import { partitionName } from '../../../events/streams.ts';
import type { Position } from '../../event-log.ts';
import {
  createPendingAppends,
  type PendingAppend,
  type PendingTotals,
  settleGroup,
} from '../../pending-appends.ts';
import { brokerErrorCode } from '../broker-error-code.ts';
import type { Outages } from '../outage-logging.ts';
import {
  createPartitionProducer,
  type PartitionProducerOptions,
  type ProducedEntry,
} from './partition-producer.ts';

export interface PartitionAppenderOptions extends PartitionProducerOptions {
  /** Shared by all appenders. */
  readonly open: PendingTotals;
  readonly outages: Outages;
}

/** One batch at a time. */
export interface PartitionAppender {
  /**
   * @throws LogUnavailable when not acknowledged within `deadlineMs`; the records may still be
   * appended later
   */
  append(entries: readonly ProducedEntry[], deadlineMs: number): Promise<readonly Position[]>;
  /** Takes no more records, and waits up to 3 s. Calls without an outcome then fail. */
  close(): Promise<void>;
}

const gatherMs = 5;
const retryEveryMs = 100;
/** Uncompressed bytes, because sealed values do not compress. One fetch must hold a whole batch. */
const groupBytesMax = 100 * 1024;
const groupRecordsMax = 500;
const closeWithinMs = 3_000;

/**
 * The broker lost the state of this producer. A new producer sends the batch again. Records may be
 * appended twice, but no record is lost.
 */
const producerLostCodes = new Set([
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'UNKNOWN_PRODUCER_ID',
  'INVALID_PRODUCER_EPOCH',
  'DUPLICATE_SEQUENCE_NUMBER',
]);
/** Another try would fail too. */
const batchRefusedCodes = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'INVALID_TIMESTAMP',
]);

/**
 * Sends a batch again unchanged, with the same sequence numbers, until it is acknowledged.
 * Otherwise the broker could take the next batch of the same size for this batch, and acknowledge
 * it without storing it.
 */
export function createPartitionAppender(options: PartitionAppenderOptions): PartitionAppender {
  const { open, outages, ...place } = options;
  const calls = createPendingAppends({ groupRecordsMax, groupBytesMax, open });
  const producer = createPartitionProducer(place);
  const outage = outages.at(partitionName(place));
  let working: Promise<void> | undefined;
  let closing = false;
  let closed = false;

  async function work(): Promise<void> {
    await pause(gatherMs);
    while (calls.waiting()) {
      const group = calls.takeGroup();
      settleGroup(group, await deliver(group));
    }
    working = undefined;
  }

  async function deliver(group: readonly PendingAppend[]): Promise<readonly Position[] | Error> {
    const batch = producer.batch(group.flatMap((call) => call.entries));
    for (;;) {
      try {
        const positions = await producer.send(batch);
        outage.ended();
        return positions;
      } catch (error) {
        const code = brokerErrorCode(error) ?? '';
        if (batchRefusedCodes.has(code) || producerLostCodes.has(code)) producer.renew();
        if (batchRefusedCodes.has(code))
          return new Error(`the log refused a batch: ${code}`, { cause: error });
        outage.failed(error);
      }
      if (closed) return new LogUnavailable('the log is closed');
      await pause(retryEveryMs);
    }
  }

  return {
    append: async (entries, deadlineMs) => {
      if (closing) throw new LogUnavailable('the log is closed');
      const outcome = calls.add(entries, deadlineMs);
      working ??= work();
      return outcome;
    },
    close: async () => {
      closing = true;
      await within(closeWithinMs, Promise.resolve(working), () => {});
      closed = true;
    },
  };
}
