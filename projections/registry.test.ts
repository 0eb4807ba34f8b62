import { expect, test } from 'vitest';
import { rowSettings } from '../shared/process/settings/retention-settings.ts';
import { projections } from './registry.ts';

test('every kind of rows that expire has a setting of the hub', () => {
  const settings = projections.flatMap(({ retention }) =>
    retention === undefined ? [] : [retention.setting],
  );
  expect(settings.length).toBeGreaterThan(0);
  expect(Object.keys(rowSettings)).toEqual(expect.arrayContaining(settings));
});
