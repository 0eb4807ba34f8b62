import { expect, onTestFinished, test, vi } from 'vitest';
import { DirectoryUnavailable } from '../../projections/access/directory/directory.ts';
import { LogUnavailable, OperatorError } from '../../shared/errors.ts';
import { reportFailure } from './report-failure.ts';

/** What stderr gets. */
function told(error: unknown): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  reportFailure(error, false);
  return write.mock.calls.map(([text]) => String(text)).join('');
}

test.each([
  [
    'what an operator must do',
    new OperatorError('port_taken', 'port 3000 is used'),
    'hub: port 3000 is used\n',
  ],
  ['a log that is away', new LogUnavailable('no ends'), 'hub: the log does not answer: no ends\n'],
  [
    'a directory that is not read in time',
    new DirectoryUnavailable('the directory did not reach 0 in time'),
    'hub: keys and members could not be read from the database in time: the directory did not reach 0 in time; look at its load, and at hub projections\n',
  ],
  ['what nobody foresaw', new Error('one\n two'), 'hub: unexpected: one two\n'],
])('says in one line %s', (_name, error, line) => {
  expect(told(error)).toBe(line);
});
