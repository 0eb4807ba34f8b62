import { gunzipSync } from 'node:zlib';
import { withChangeTimes } from '../../../../projections/access/directory/date-changes.ts';
import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { noDirectory } from '../../../../projections/access/directory/merge-rows.ts';
import type { AccessEvent } from '../../../../projections/access/fold/evolve.ts';
import { directoryAfter, keyOf } from '../../../../projections/access/testing/directory-of.ts';
import { type Given, id, recordedAt } from '../../../../projections/access/testing/membership.ts';
import type { Reader } from '../../../../projections/access/visibility/reader.ts';
import { createReaders } from '../../../../projections/access/visibility/readers.ts';
import type { Part } from '../../../../projections/account-state/part.ts';
import {
  noState,
  statePartition,
  statePartitions,
  withParts,
} from '../../../../projections/account-state/queries/account-state.ts';
import { holdStates } from '../../../../projections/account-state/queries/held-states.ts';
import { partAt } from '../../../../projections/account-state/testing/state-of.ts';
import type { NewEvent } from '../../../../shared/events/event.ts';
import { quoted } from '../../../../shared/postgres/quoted-schema.ts';
import { isSameTables } from '../../../../shared/projection/live/live-position.ts';
import { createSnapshots, type Snapshots } from '../snapshots.ts';

/** In memory, made of the real folds, copies and snapshots. */
export interface SimulatedHub {
  now(): number;
  advance(ms: number): void;
  /** Appends to `hub.state`, at the current time. */
  report(...events: readonly NewEvent[]): void;
  appendMembership(...events: readonly Given[]): void;
  openReplica(): Replica;
}

export interface Replica {
  /** Applies the rest of `hub.state` in the partitions of these accounts, or in all partitions. */
  applyState(accountIds?: readonly string[]): Promise<void>;
  applyAccess(): void;
  applyAll(): Promise<void>;
  /** Switches to another generation of the state, which has these further changes. */
  promote(liveSince: number, changes?: readonly NewEvent[]): Promise<void>;
  /**
   * Does the same as `promote` for `access`. @param restarted whether the replica has lost its copy
   */
  promoteAccess(liveSince: number, changes?: readonly Given[], restarted?: boolean): void;
  reader(keyNumber: number): Reader;
  get(keyNumber: number, request?: SimulatedRequest): Promise<SimulatedAnswer>;
}

export interface SimulatedRequest {
  readonly since?: number | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly acceptEncoding?: string;
}

export interface SimulatedAnswer {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for a 304. */
  readonly data: readonly AccountEntry[];
  readonly lastModified: number | undefined;
}

export interface AccountEntry {
  readonly id: string;
  readonly [field: string]: unknown;
}

const simulationStart = 1_800_000_000_000;

export function createSimulatedHub(): SimulatedHub {
  let now = simulationStart;
  const partitions: Part[][] = Array.from({ length: statePartitions }, () => []);
  const membership: AccessEvent[] = [];
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    report: (...events) => {
      for (const event of events) {
        const log = partitions[statePartition(event.subject)] ?? [];
        log.push(partAt(event, log.length, now));
      }
    },
    appendMembership: (...events) => {
      for (const event of events) membership.push(recordedAt(event, membership.length, now));
    },
    openReplica: () => openReplica({ now: () => now, partitions, membership }),
  };
}

interface Log {
  readonly now: () => number;
  readonly partitions: readonly (readonly Part[])[];
  readonly membership: readonly AccessEvent[];
}

function openReplica(log: Log): Replica {
  const holder = holdStates({ observe: () => {}, now: log.now });
  const copy = {
    ...holder.states,
    ready: Promise.resolve(),
    waitUntilFresh: () => null,
    close: async () => {},
  };
  const snapshots = createSnapshots(copy);
  const watermarks = new Map<number, number>();
  const offsets = new Map<number, number>();
  let generation = 1;
  let directory: Directory = noDirectory;
  const readers = createReaders();

  async function takeOver(parts: readonly Part[], liveSince: number): Promise<void> {
    const seen = { schema: quoted('account_state'), generation, revision: 0, nextOffsets: new Map(offsets) };
    const byAccount = Map.groupBy(parts, (part) => part.account_id);
    const isSame = isSameTables(holder.seen(), seen);
    await holder.takeOver({
      seen,
      liveSince,
      clock: log.now(),
      watermarks: new Map(watermarks),
      parts: isSame ? byAccount : new Map(),
      whole: isSame ? null : new Map(Array.from(byAccount, ([id, own]) => [id, withParts(noState, own)])),
    });
  }

  async function applyState(accountIds?: readonly string[]): Promise<void> {
    const wanted = accountIds === undefined ? [...log.partitions.keys()] : accountIds.map(statePartition);
    const parts: Part[] = [];
    for (const partition of new Set(wanted)) {
      const records = log.partitions[partition] ?? [];
      parts.push(...records.slice(offsets.get(partition) ?? 0));
      offsets.set(partition, records.length);
      // Nothing is left to read, so every record with an earlier time is applied.
      watermarks.set(partition, log.now());
    }
    await takeOver(parts, 0);
  }

  function applyAccess(): void {
    const isKnown = directory.version === log.membership.length;
    directory = { ...(isKnown ? directory : directoryAfter(log.membership)), watermark: log.now() };
  }

  function reader(keyNumber: number): Reader {
    return readers.readerOf(directory, keyOf(directory, id(keyNumber)));
  }

  return {
    applyState,
    applyAccess,
    applyAll: async () => {
      await applyState();
      applyAccess();
    },
    promote: async (liveSince, changes = []) => {
      generation += 1;
      const records = log.partitions.flatMap((partition) => [...partition]);
      await takeOver([...records, ...changes.map((event) => partAt(event, 0, 0))], liveSince);
    },
    promoteAccess: (liveSince, changes = [], restarted = false) => {
      const others = changes.map((event, index) => recordedAt(event, log.membership.length + index, 0));
      const next = { ...directoryAfter([...log.membership, ...others]), version: log.membership.length };
      directory = { ...withChangeTimes(restarted ? null : directory, next, liveSince), watermark: log.now() };
    },
    reader,
    get: async (keyNumber, request) => answered(snapshots, reader(keyNumber), request),
  };
}

async function answered(
  snapshots: Snapshots,
  reader: Reader,
  request: SimulatedRequest = {},
): Promise<SimulatedAnswer> {
  const { since, ifNoneMatch, acceptEncoding } = request;
  const {
    status,
    headers = {},
    body,
  } = await snapshots.answer(reader, {
    since,
    headers: {
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
      ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
    },
  });
  if (body === null || !('chunks' in body)) return { status, headers, data: [], lastModified: undefined };
  const bytes = Buffer.concat(body.chunks);
  const text = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  const { data, meta } = JSON.parse(text.toString());
  return { status, headers, data, lastModified: Date.parse(meta.last_modified) };
}
