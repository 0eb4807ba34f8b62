import type { ParkedDecisionSource } from '../commit/parked-decisions.ts';

export const noDecisions: ParkedDecisionSource = { projection: 'decisions', read: async () => new Map() };
