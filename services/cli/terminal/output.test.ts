import { afterEach, expect, test, vi } from 'vitest';
import { printSetUpLink } from './output.ts';

afterEach(() => vi.restoreAllMocks());

test('the set-up link stands alone on the last line, below the warnings', () => {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  printSetUpLink('http://localhost:3000/sign-in#token=abc', ['This address works on this machine only.']);
  printSetUpLink(null, []);
  expect(written.join('')).toBe(
    [
      '',
      'This address works on this machine only.',
      'No members yet. Open this link to become the first member and an admin:',
      '',
      'http://localhost:3000/sign-in#token=abc',
      '',
      '',
    ].join('\n'),
  );
});
