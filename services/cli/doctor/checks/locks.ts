import type { Sql } from '../../../../shared/postgres/database.ts';
import { lockNumbers } from '../../../../shared/postgres/lock-numbers.ts';
import { type DatabaseRole, databaseRoles } from '../../../../shared/postgres/schema/roles.ts';
import { type Check, type Finding, findingOf } from '../finding.ts';

/**
 * Whether only processes of the hub hold the locks of the hub. PostgreSQL lets every session take
 * an advisory lock.
 */
export const locksCheck: Check = {
  name: 'locks',
  run: async (hub) => judgeLocks(await readHeldLocks(hub.ownerDatabase())),
};

export interface HeldLock {
  readonly number: number;
  readonly pid: number;
  readonly user: string;
  /** Null when the role of the doctor may not read it. */
  readonly application: string | null;
  /** The roles of the hub that the user belongs to. Every role for a superuser. */
  readonly roles: readonly DatabaseRole[];
  /** Whether the user owns the tables. */
  readonly isOwner: boolean;
}

type LockName = keyof typeof lockNumbers;

/** The roles that may hold each lock. Any role of the hub may hold a lock that is not listed. */
const holdersOf: Readonly<Partial<Record<LockName, readonly DatabaseRole[]>>> = {
  logMaintenance: ['hub_projector', 'hub_operator'],
  rowExpiry: ['hub_projector', 'hub_operator'],
  backup: ['hub_operator'],
  backupKeys: ['hub_operator'],
  backupKeeper: ['hub_operator', 'hub_projector'],
  backupVerify: ['hub_operator'],
};

export function judgeLocks(held: readonly HeldLock[]): Finding {
  const faults = held.filter(isForeign).map(({ number, pid, user, application }) => ({
    what: `session ${pid} of role ${user} (${application || 'without a name'}) holds the lock ${lockNameOf(number)} and is not a process of the hub`,
    why: 'processes of the hub wait for this lock or refuse to start',
    fix: `end the session: select pg_terminate_backend(${pid})`,
  }));
  return findingOf(faults, 'only processes of the hub hold its locks');
}

function isForeign({ number, application, roles, isOwner }: HeldLock): boolean {
  if (application !== null && !/^hub\b/.test(application)) return true;
  const holders = holdersOf[lockNameOf(number)] ?? databaseRoles;
  return !isOwner && !holders.some((role) => roles.includes(role));
}

function lockNameOf(number: number): LockName {
  const [name = 'hub'] = lockNames.filter((each) => lockNumbers[each] === number);
  return name;
}

const lockNames = Object.keys(lockNumbers) as LockName[];

/** The sessions in this database that hold an advisory lock with a lock number of the hub. */
function readHeldLocks(sql: Sql): Promise<HeldLock[]> {
  return sql.many<HeldLock>({
    text: `
      select lock.objid::bigint as number,
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
        and lock.classid = 0
        and lock.objid::bigint = any($1)
        and lock.objsubid = 1
      order by lock.pid, lock.objid`,
    values: [Object.values(lockNumbers), databaseRoles],
  });
}
