import type { Sql } from '../../../../shared/postgres/database.ts';
import { lockNumbers, pairLockNumbers } from '../../../../shared/postgres/lock-numbers.ts';
import { type DatabaseRole, databaseRoles } from '../../../../shared/postgres/schema/roles.ts';
import { defineCheck, type Finding, findingOf } from '../finding.ts';

/** PostgreSQL lets every session take an advisory lock. */
export const locksCheck = defineCheck('locks', (hub) => readHeldLocks(hub.ownerDatabase()), judgeLocks);

export interface HeldLock {
  /** The only number of the lock, or the first of two numbers. */
  readonly number: number;
  readonly hasTwoNumbers: boolean;
  readonly pid: number;
  readonly user: string;
  /** Null when the role of the doctor is not allowed to read it. */
  readonly application: string | null;
  /** The roles of the hub that the user belongs to. Every role for a superuser. */
  readonly roles: readonly DatabaseRole[];
  /** Whether the user owns the tables. */
  readonly isOwner: boolean;
}

type LockName = keyof typeof lockNumbers | keyof typeof pairLockNumbers;

/** Any role of the hub may hold the other locks. */
const holdersOf: Readonly<Partial<Record<LockName, readonly DatabaseRole[]>>> = {
  logMaintenance: ['hub_projector', 'hub_operator'],
  rowExpiry: ['hub_projector', 'hub_operator'],
  backup: ['hub_operator'],
  backupKeys: ['hub_operator'],
  backupKeeper: ['hub_operator', 'hub_projector'],
  backupVerify: ['hub_operator'],
};

export function judgeLocks(held: readonly HeldLock[]): Finding {
  const faults = held.filter(isForeign).map(({ pid, user, application, ...lock }) => ({
    what: `session ${pid} of role ${user} (${application || 'without a name'}) holds the lock ${lockNameOf(lock)} and is not a process of the hub`,
    why: 'processes of the hub wait for this lock or refuse to start',
    fix: `end the session: select pg_terminate_backend(${pid})`,
  }));
  return findingOf(faults, 'only processes of the hub hold its locks');
}

function isForeign({ application, roles, isOwner, ...lock }: HeldLock): boolean {
  if (application !== null && !/^hub\b/.test(application)) return true;
  const holders = holdersOf[lockNameOf(lock)] ?? databaseRoles;
  return !isOwner && !holders.some((role) => roles.includes(role));
}

function lockNameOf({ number, hasTwoNumbers }: Pick<HeldLock, 'number' | 'hasTwoNumbers'>): LockName {
  const numbers: Partial<Record<LockName, number>> = hasTwoNumbers ? pairLockNumbers : lockNumbers;
  const names = Object.keys(numbers) as LockName[];
  return names.find((name) => numbers[name] === number) ?? 'hub';
}

function readHeldLocks(sql: Sql): Promise<HeldLock[]> {
  return sql.many<HeldLock>({
    text: `
      select case lock.objsubid when 1 then lock.objid else lock.classid end::bigint as number,
             lock.objsubid = 2 as "hasTwoNumbers",
             lock.pid,
             activity.usename as user,
             activity.application_name as application,
             array(
               select rolname::text from pg_roles
               where rolname = any($2) and pg_has_role(activity.usesysid, oid, 'member')
             ) as roles,
             has_schema_privilege(activity.usesysid, 'hub', 'create') as "isOwner"
      from pg_locks as lock
      join pg_stat_activity as activity using (pid)
      where lock.locktype = 'advisory'
        and lock.granted
        and lock.database = (select oid from pg_database where datname = current_database())
        and (lock.objsubid = 1 and lock.classid = 0 and lock.objid::bigint = any($1)
          or lock.objsubid = 2 and lock.classid::bigint = any($3))
      order by lock.pid, number`,
    values: [Object.values(lockNumbers), databaseRoles, Object.values(pairLockNumbers)],
  });
}
