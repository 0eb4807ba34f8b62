import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitStep, valuesOutsideSteps } from './pasted-steps.ts';

const [origin, token] = ['https://hub.example.org', '0123456789abcdef'];

test('what is to be pasted is cut out of a step, without the punctuation of the sentence', () => {
  const values = { url: origin, token };
  expect(splitStep(`Set the server to ${origin}, without a slash.`, values)).toEqual([
    { text: 'Set the server to ', pasted: false },
    { text: origin, pasted: true },
    { text: ', without a slash.', pasted: false },
  ]);
  expect(splitStep(`(“${token}”)`, values)).toEqual([
    { text: '(“', pasted: false },
    { text: token, pasted: true },
    { text: '”)', pasted: false },
  ]);
  expect(splitStep(`Or paste ${origin}/in/${token}`, values)).toEqual([
    { text: 'Or paste ', pasted: false },
    { text: `${origin}/in/${token}`, pasted: true },
  ]);
  expect(splitStep(`${origin}/api/, with its slash`, { url: `${origin}/api/`, token })[0]).toEqual({
    text: `${origin}/api/`,
    pasted: true,
  });
  expect(splitStep('Open the settings.', values)).toEqual([{ text: 'Open the settings.', pasted: false }]);
});

test('beside the steps stands what no step holds', () => {
  const beside = (url: string, ...steps: string[]) => valuesOutsideSteps({ url, token, steps });
  expect(beside(origin, 'Paste both.')).toEqual({ url: true, token: true });
  expect(beside(origin, `Server: ${origin}`, `Secret: ${token}.`)).toEqual({ url: false, token: false });
  // Another address than the one to paste.
  expect(beside(`${origin}/in/${token}/config`, `Or ${origin}/in/${token}`)).toEqual({
    url: true,
    token: false,
  });
  expect(beside(origin, `Or ${origin}/in/${token}`)).toEqual({ url: true, token: true });
});

test('whatever a step says, its pieces are the step', () => {
  const word = fc.oneof(fc.constantFrom(origin, token, ' ', '.', '“', '\n'), fc.string());
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const step = words.join('');
      const pieces = splitStep(step, { url: origin, token });
      expect(pieces.map(({ text }) => text).join('')).toBe(step);
      const held = pieces.filter(({ pasted }) => pasted);
      expect(held.length > 0).toBe(step.includes(origin) || step.includes(token));
    }),
  );
});
