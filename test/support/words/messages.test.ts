import { expect, test } from 'vitest';
import { messagesOf } from './messages.ts';

test.each([
  ["throw new HubError('what is sent twice');", ['What is sent twice']],
  [`logger.warn({ err }, count > 1 ? \`of \${count} files\` : 'one file');`, ['Of x files', 'One file']],
  ["this.#logger.info('that of before');", ['That of before']],
  [
    "program.command('go').option('--one <file>', 'a file ' + 'to read');",
    ['--one <file>', 'A file to read'],
  ],
  ['const fix = <p title="Who sees it">Nobody\n knows</p>;', ['Who sees it', 'Nobody knows']],
  ["const word: 'not a text' = 'word';", []],
])('the messages are found in %s', (code, messages) => {
  expect(messagesOf('a.tsx', code).map(({ text }) => text)).toEqual(messages);
});
