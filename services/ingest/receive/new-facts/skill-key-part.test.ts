import { expect, test } from 'vitest';
import { skillKeyPart } from './skill-key-part.ts';

test('a record key has the name of a known skill, and no other text of a person', () => {
  expect(skillKeyPart('Slayer')).toBe('skill/Slayer');
  expect(skillKeyPart('Quillon’s secret')).toMatch(/^skill\/#[\w-]{22}$/);
  expect(skillKeyPart('slayer')).not.toContain('slayer');
  expect(skillKeyPart('a')).not.toBe(skillKeyPart('b'));
});
