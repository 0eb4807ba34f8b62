import type { ParkedDecisionSource } from '../commit/parked-decisions.ts';

/** Nobody has decided anything about parked records. */
export const noDecisions: ParkedDecisionSource = { room: 'decisions', read: async () => new Map() };
