import type { ParkedDecisionSource } from '../commit/parked-decisions.ts';

/** Nobody has decided anything about parked records. */
export const noDecisions: ParkedDecisionSource = { projection: 'decisions', read: async () => new Map() };
