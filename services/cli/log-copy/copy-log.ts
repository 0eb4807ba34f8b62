import { isKeptForever, type StreamName, streamNames } from '../../../shared/events/streams.ts';
import {
  bindLogUnlessMoved,
  isCopyTarget,
  rebindLog,
  recordCopyTarget,
} from '../../../shared/identity/log-identity.ts';
import {
  type CopiedPartition,
  type CopyStreamsOptions,
  type CopyTarget,
  copyStreams,
} from '../../../shared/log/copy/copy-streams.ts';
import type { EventLog } from '../../../shared/log/event-log.ts';
import type { Database, Tx } from '../../../shared/postgres/database.ts';

/** The differences between both directions of a move. */
export interface LogDirection {
  /** The identities of the logs. */
  readonly from: string;
  readonly to: string;
  /** Opens the source. Every projection must then be at its end. */
  readonly openSource: () => Promise<EventLog>;
  readonly keepsOffsets: boolean;
  /**
   * Makes the target ready for the first or another run of the copy.
   * @param isContinued whether an earlier run copied to it
   * @returns the streams with records of an earlier run
   * @throws OperatorError for records of another hub
   */
  readonly claimTarget: (isContinued: boolean) => Promise<readonly StreamName[]>;
  readonly clearTarget: (streams: readonly StreamName[]) => Promise<void>;
  readonly withTarget: <Result>(work: (log: CopyTarget) => Promise<Result>) => Promise<Result>;
  readonly beforeSwitch?: () => Promise<void>;
  /** In the transaction that binds the database to the copy. */
  readonly onSwitch: (tx: Tx, copied: readonly CopiedPartition[]) => Promise<void>;
}

export interface CopyLogOptions extends Pick<CopyStreamsOptions, 'signal' | 'onCopied'> {
  /** The database of a stopped hub. */
  readonly database: Database;
  readonly onBegin: (offsets: number) => void;
}

/**
 * Copies a log between the database and Kafka, then switches the database to the copy in one
 * transaction. Before that transaction, the move can be repeated.
 * @returns null when the log had already been moved
 * @throws OperatorError for a log with missing records and for a target with other records;
 * LogUnavailable
 */
export async function copyLog(
  direction: LogDirection,
  options: CopyLogOptions,
): Promise<readonly CopiedPartition[] | null> {
  const { database } = options;
  if (await bindLogUnlessMoved(database, direction)) return null;
  const source = await direction.openSource();
  const copied = await copyAll(direction, options, source);
  await direction.beforeSwitch?.();
  await requireSameEnds(source, copied);
  await database.transaction(async (tx) => {
    await rebindLog(tx, direction.to);
    await direction.onSwitch(tx, copied);
  });
  return copied;
}

async function copyAll(
  direction: LogDirection,
  { database, signal, onBegin, onCopied }: CopyLogOptions,
  source: EventLog,
): Promise<CopiedPartition[]> {
  const { to, keepsOffsets, claimTarget, clearTarget, withTarget } = direction;
  const used = await claimTarget(await isCopyTarget(database, to));
  await recordCopyTarget(database, to);
  const ends = await source.ends(streamNames);
  onBegin(ends.reduce((sum, { start, end }) => sum + end - start, 0));
  const copy = (streams: readonly StreamName[]) =>
    withTarget((target) => copyStreams({ source, target, keepsOffsets, streams, signal, onCopied }));
  const forever = await copy(streamNames.filter(isKeptForever));
  // Other streams of an earlier run may contain records that the log has deleted since, so these
  // streams are cleared and filled again. `hub.keys` comes last.
  await clearTarget(used.filter((stream) => !isKeptForever(stream)));
  return [...forever, ...(await copy(streamNames.filter((stream) => !isKeptForever(stream))))];
}

async function requireSameEnds(source: EventLog, copied: readonly CopiedPartition[]): Promise<void> {
  const ends = await source.ends(streamNames);
  const grown = ends.filter(
    ({ stream, partition, end }) =>
      !copied.some(
        (part) => part.stream === stream && part.partition === partition && part.sourceEnd === end,
      ),
  );
  if (grown.length > 0 || ends.length !== copied.length) {
    throw new Error(`the log grew while it was copied: ${grown.map(({ stream }) => stream).join()}`);
  }
}
