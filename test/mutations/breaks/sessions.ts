import type { Break } from '../break.ts';

export const sessionBreaks: readonly Break[] = [
  {
    id: 'session-of-pooler-accepted',
    file: 'shared/postgres/server/own-sessions.ts',
    replace: 'if (processes.size === 2 && pairs.size === 2) return;',
    by: 'if (processes.size > 0) return;',
    tests: ['test/pooler.test.ts'],
    reason: 'a hub starts behind a pooler in transaction mode, where its lock excludes nobody',
  },
  {
    id: 'session-idle-limit-kept',
    file: 'shared/postgres/open-database.ts',
    replace: 'set idle_session_timeout = 0; ',
    by: '',
    tests: ['test/pooler.test.ts'],
    reason: 'a server that ends idle sessions takes the lock of the hub away',
  },
  {
    id: 'session-transaction-limit-kept-by-pool',
    file: 'shared/postgres/open-database.ts',
    replace: '    onConnect: (fresh) => fresh.query(prepared),\n',
    by: '',
    tests: ['shared/postgres/open-database.test.ts'],
    reason: 'a server that limits transactions ends a backup or a build',
  },
  {
    id: 'session-of-lock-unchecked',
    file: 'shared/identity/hub-lock.ts',
    replace: '    endUnlessHeld(watched, options.checkEveryMs);\n',
    by: '',
    tests: ['shared/identity/hub-lock.test.ts'],
    reason: 'a hub whose network lost the session of its lock does not notice',
  },
  {
    id: 'session-first-fill-read',
    file: 'shared/projection/generations/generations.ts',
    replace: 'await hasPast(tx, projection.streams)',
    by: 'false',
    tests: ['shared/projection/live/end-first-fills.test.ts'],
    reason: 'a new route answers with a part of its rows while its tables are filled',
  },
];
