import { expect, test } from 'vitest';
import { xpHistoryProjection } from '../../../../projections/xp-history/projection.ts';
import { judgeGenerations } from './projections.ts';

const { shape, logic } = xpHistoryProjection.version;
const surplus = {
  name: 'xp-history',
  version: `${shape}.${logic}`,
  generation: 3,
  state: 'ready',
  role: 'surplus',
  first_fill: false,
  size_bytes: 12_000_000,
  stopped_reason: null,
  damage: null,
} as const;

test.each([
  ['of another fold of a later release', { version: `${shape}.${logic + 1}` }],
  ['of other tables of a later release', { version: `${shape + 1}.1` }],
  ['that this release reads next to a later release', { state: 'live' }],
] as const)('a generation %s is not surplus, because hub projections retire keeps it', (_, facts) => {
  expect(judgeGenerations([{ ...surplus, ...facts }])).toMatchObject({ ok: true });
  expect(judgeGenerations([surplus])).toMatchObject({ ok: false, fix: 'hub projections retire xp-history' });
});
