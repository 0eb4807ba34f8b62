import { expect, onTestFinished, test, vi } from 'vitest';
import { DirectoryUnavailable } from '../../../projections/access/directory/directory.ts';
import { LogUnavailable, OperatorError } from '../../../shared/errors/errors.ts';
import { reportFailure } from './report-failure.ts';

function reported(error: unknown): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  reportFailure(error, false);
  return write.mock.calls.map(([text]) => String(text)).join('');
}

test.each([
  [
    'an error for the operator',
    new OperatorError('port_taken', 'port 3000 is used'),
    'hub: port 3000 is used\n',
  ],
  ['a log that is unavailable', new LogUnavailable('no ends'), 'hub: the log does not answer: no ends\n'],
  [
    'a directory that is not read in time',
    new DirectoryUnavailable('the directory did not reach 0 in time'),
    'hub: keys and members could not be read from the database in time: the directory did not reach 0 in time; check the load of the database, and hub projections\n',
  ],
  [
    'a database that is gone',
    new Error('Connection terminated due to connection timeout'),
    'hub: the database does not answer: Connection terminated due to connection timeout\n',
  ],
  [
    'a missing file',
    Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }),
    'hub: unexpected: no such file\n',
  ],
  [
    'a database whose disk is full',
    new LogUnavailable('the append failed', {
      cause: Object.assign(new Error('could not extend file "base/5/1249"'), { code: '53100' }),
    }),
    'hub: the disk of the database is full (could not extend file "base/5/1249"): free some space there, and run the same command again\n',
  ],
  [
    'another full disk',
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    'hub: a disk is full (ENOSPC: no space left on device, write): free some space there, and run the same command again\n',
  ],
  ['an unexpected error', new Error('one\n two'), 'hub: unexpected: one two\n'],
])('reports %s on one line', (_name, error, line) => {
  expect(reported(error)).toBe(line);
});
