import { expect, test } from 'vitest';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import { directoryOf } from '../../../projections/access/testing/directory-of.ts';
import { bram, given, id, quill, tess } from '../../../projections/access/testing/membership.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { endFormerMemberSessions } from './end-former-member-sessions.ts';
import { createSessions } from './sessions.ts';

test('sessions end for members who left or were erased, but not for members whom the copy does not know yet', async () => {
  const { database } = await freshDatabase('hub');
  const sessions = createSessions(database, Date.now);
  const fresh = id(4);
  for (const member of [quill, bram, tess, fresh]) await sessions.begin(member);
  const signedIn = async () => {
    const rows = await database.many<{ member: string }>({
      text: 'select member_id as member from console.session order by member_id',
    });
    return rows.map(({ member }) => member);
  };
  const added = [given.member(quill, 'Quill'), given.member(bram, 'Bram'), given.member(tess, 'Tess')];
  const copies = [
    directoryOf(...added, given.eraseAccount('a1')),
    directoryOf(...added, given.leaving(bram)),
    directoryOf(...added, given.leaving(bram), given.eraseMember(tess)),
  ];
  const left = [
    [quill, bram, tess, fresh],
    [quill, tess, fresh],
    [quill, fresh],
  ];
  let shown = copies[0] as Directory;
  let change: (copy: Directory) => void = () => {};
  const directory = {
    currentOrStale: () => shown,
    onChange: (listener: (copy: Directory) => void) => {
      change = listener;
      return () => {};
    },
  };
  const logger = createLogger({ name: 'test', level: 'error' });
  const stop = endFormerMemberSessions({ sessions, directory, logger });
  for (const [at, copy] of copies.entries()) {
    shown = copy;
    change(copy);
    await expect.poll(signedIn).toEqual(left[at]);
  }
  await stop();
  expect(await signedIn()).toEqual([quill, fresh]);
});
