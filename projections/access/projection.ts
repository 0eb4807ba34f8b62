import type { Projection } from '../../shared/projection/projection.ts';
import { type AccessEvent, accessEventTypes, evolve } from './fold/evolve.ts';
import { loadTables } from './store/load.ts';
import { saveTables } from './store/save.ts';
import { type AccessTables, emptyTables, tableDeclarations } from './tables/access-tables.ts';

/** The rows of a batch: as stored, and after the events so far. */
export interface AccessState {
  readonly stored: AccessTables;
  readonly tables: AccessTables;
}

/** Rules span members, accounts and keys, so the projection has one state. */
const stateKey = 'hub';

/** The rights to read and to report (rules/members.md#keys-members-sharing). */
export const accessProjection: Projection<AccessState, AccessEvent> = {
  name: 'access',
  version: { shape: 5, logic: 10 },
  streams: ['hub.membership'],
  handles: accessEventTypes,
  special: {
    // A rebuild cannot open the records of an erased subject, so a row may have another offset.
    volatileColumns: ['last_offset'],
    ingestReads: Object.values(tableDeclarations).map(({ name }) => ({ table: name })),
    // Short, because somebody waits for each command.
    paceMs: 50,
    watermarkEveryMs: 2_000,
    loadsWholeBatches: true,
  },
  migrations: new URL('./migrations/', import.meta.url),
  // A revocation must not wait behind a parked record of its member.
  parks: 'record',
  keyOf: () => stateKey,
  initial: () => ({ stored: emptyTables, tables: emptyTables }),
  load: async (tx, events) => {
    const stored = await loadTables(tx, events);
    return new Map([[stateKey, { stored, tables: stored }]]);
  },
  evolve: (state, event) => {
    const tables = evolve(state.tables, event);
    return tables === state.tables ? state : { ...state, tables };
  },
  save: async (tx, states) => {
    for (const { stored, tables } of states.values()) await saveTables(tx, stored, tables);
  },
};
