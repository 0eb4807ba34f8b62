import type { FactsOfAccount } from '../receive/account/decide.ts';

/** The rest of `FactsOfAccount` for a first report, with room for everything. */
export const firstReport: Pick<FactsOfAccount, 'memberId' | 'now' | 'isSoleProcess' | 'room' | 'logs'> = {
  memberId: '5b0b2c0e-6a0e-4d8b-9c55-0d3f5f1c7a11',
  now: 0,
  isSoleProcess: true,
  room: { tiles: 100_000, holdingBytes: 1_000_000 },
  logs: new Map(),
};
