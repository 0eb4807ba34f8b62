import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressWithChoices, fieldsOutsideSteps, piecesOfStep } from './page-pasted-steps.ts';

const [origin, token] = ['https://hub.example.org', '0123456789abcdef'];

test('text to paste is separated from the step, without the punctuation of the sentence', () => {
  const values = { url: origin, token };
  expect(piecesOfStep(`Set the server to ${origin}, without a slash.`, values)).toEqual([
    { text: 'Set the server to ', isPasted: false },
    { text: origin, isPasted: true },
    { text: ', without a slash.', isPasted: false },
  ]);
  expect(piecesOfStep(`(“${token}”)`, values)).toEqual([
    { text: '(“', isPasted: false },
    { text: token, isPasted: true },
    { text: '”)', isPasted: false },
  ]);
  expect(piecesOfStep(`Or paste ${origin}/in/${token}`, values)).toEqual([
    { text: 'Or paste ', isPasted: false },
    { text: `${origin}/in/${token}`, isPasted: true },
  ]);
  expect(piecesOfStep(`${origin}/api/, with its slash`, { url: `${origin}/api/`, token })[0]).toEqual({
    text: `${origin}/api/`,
    isPasted: true,
  });
  expect(piecesOfStep('Open the settings.', values)).toEqual([
    { text: 'Open the settings.', isPasted: false },
  ]);
});

test('an address or a token that no step contains is shown outside the steps', () => {
  const outside = (url: string, ...steps: string[]) => fieldsOutsideSteps({ url, token, steps });
  expect(outside(origin, 'Paste both.')).toEqual({ url: true, token: true });
  expect(outside(origin, `Server: ${origin}`, `Secret: ${token}.`)).toEqual({ url: false, token: false });
  // The step contains another address than the address to paste.
  expect(outside(`${origin}/in/${token}/config`, `Or ${origin}/in/${token}`)).toEqual({
    url: true,
    token: false,
  });
  expect(outside(origin, `Or ${origin}/in/${token}`)).toEqual({ url: true, token: true });
});

test('the pieces of any step together give the step', () => {
  const word = fc.oneof(fc.constantFrom(origin, token, ' ', '.', '“', '\n'), fc.string());
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const step = words.join('');
      const pieces = piecesOfStep(step, { url: origin, token });
      expect(pieces.map(({ text }) => text).join('')).toBe(step);
      const held = pieces.filter(({ isPasted }) => isPasted);
      expect(held.length > 0).toBe(step.includes(origin) || step.includes(token));
    }),
  );
});

test('an address names each choice in its query', () => {
  expect(addressWithChoices(origin, [])).toBe(origin);
  expect(addressWithChoices(origin, ['leagues', 'footer'])).toBe(`${origin}?leagues=on&footer=on`);
  expect(addressWithChoices(`${origin}?a=b`, ['leagues'])).toBe(`${origin}?a=b&leagues=on`);
});
