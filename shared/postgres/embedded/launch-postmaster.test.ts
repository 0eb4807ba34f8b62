import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { launchPostmaster } from './launch-postmaster.ts';
import { workingDirectory } from './postmaster.ts';

test('a server that is not ready in time, and does not quit, is killed, and what it said is told', async () => {
  const folder = await temporaryDataDir(null);
  const pidFile = join(folder, 'pid');
  await mkdir(join(folder, 'bin'));
  const program = join(folder, 'bin/postgres');
  await writeFile(
    program,
    `#!/bin/sh
trap '' QUIT
echo $$ > ${pidFile}
echo 'LOG:  redo in progress' >&2
while :; do sleep 0.1; done
`,
  );
  await chmod(program, 0o755);
  const plan = {
    cluster: folder,
    binaries: folder,
    version: '18',
    account: null,
    password: '',
    maxConnections: 1,
  };
  const patience = { readyWithinMs: 2_500, quitsWithinMs: 100 };
  await expect(launchPostmaster(plan, null, patience)).rejects.toThrow(
    'the database does not start: LOG:  redo in progress | not ready after 2.5 s',
  );
  const pid = Number(await readFile(pidFile, 'utf8'));
  await expect.poll(() => workingDirectory(pid)).toBeNull();
});
