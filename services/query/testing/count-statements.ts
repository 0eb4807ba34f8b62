import type { Database } from '../../../shared/postgres/database.ts';

/** The same database, with a count of what it was asked. */
export function countStatements(database: Database) {
  let asked = 0;
  const counting = new Proxy(database, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        asked += 1;
        return member.apply(target, args);
      };
    },
  });
  return { database: counting, statements: () => asked };
}
