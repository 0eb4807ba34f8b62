import { quotedIdentifier } from '../faults/server-refusal.ts';
import type { ServerState } from './server-state.ts';

/** Each field is one line. */
export interface ServerFault {
  readonly code: 'database_read_only' | 'database_not_durable' | 'too_few_connections';
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** Null when the server takes writes. */
export function readOnlyFault(
  state: ServerState,
): (ServerFault & { readonly code: 'database_read_only' }) | null {
  if (!state.isReadOnly && !state.isStandby) return null;
  const common = { code: 'database_read_only', why: 'no report is stored, and no process starts' } as const;
  if (state.isStandby) {
    return {
      ...common,
      what: 'the server is a standby, which takes no writes',
      fix: 'set DATABASE_URL to the primary, or promote the standby: select pg_promote()',
    };
  }
  return {
    ...common,
    what: `the database is read-only: default_transaction_read_only is on (set by ${state.readOnlySource})`,
    fix: resetReadOnly(state),
  };
}

const reload = 'then select pg_reload_conf()';
const setting = 'default_transaction_read_only';

function resetReadOnly({ readOnlySource, role, database }: ServerState): string {
  switch (readOnlySource) {
    case 'database':
      return writing(`alter database ${quotedIdentifier(database)} reset ${setting}`);
    case 'user':
      return writing(`alter role ${quotedIdentifier(role)} reset ${setting}`);
    case 'database user':
      return writing(
        `alter role ${quotedIdentifier(role)} in database ${quotedIdentifier(database)} reset ${setting}`,
      );
    case 'client':
      return `remove ${setting} from the options of DATABASE_URL`;
    case 'command line':
      return `start PostgreSQL without -c ${setting}=on`;
    default:
      return `alter system set ${setting} = off, ${reload}`;
  }
}

/** A session that starts read-only refuses the bare statement. */
function writing(statement: string): string {
  return `begin read write; ${statement}; commit`;
}

export function durabilityFault({ hasFsync }: Pick<ServerState, 'hasFsync'>): ServerFault | null {
  if (hasFsync) return null;
  return {
    code: 'database_not_durable',
    what: 'fsync is off',
    why: 'a crash of the machine loses acknowledged reports, and can damage the whole database',
    fix: `alter system set fsync = on, ${reload}`,
  };
}

/** Only a hint, because some file systems write whole pages. */
export function fullPageWritesHint({
  hasFullPageWrites,
}: Pick<ServerState, 'hasFullPageWrites'>): string | null {
  return hasFullPageWrites
    ? null
    : `full_page_writes is off, which is safe only when the file system never writes half a page: alter system set full_page_writes = on, ${reload}`;
}

interface Limit {
  readonly name: string;
  readonly max: number;
  readonly used: number;
  readonly raise: string;
}

function limitsOf(state: ServerState): Limit[] {
  const { role, database } = state;
  const limits: (Omit<Limit, 'max'> & { readonly max: number | null })[] = [
    {
      name: 'max_connections without reserved connections',
      max: state.ofServer,
      used: state.usedOfServer,
      raise: 'alter system set max_connections = N',
    },
    {
      name: `the limit of the database ${database}`,
      max: state.ofDatabase,
      used: state.usedOfDatabase,
      raise: `alter database ${quotedIdentifier(database)} connection limit N`,
    },
    {
      name: `the limit of the role ${role}`,
      max: state.ofRole,
      used: state.usedOfRole,
      raise: `alter role ${quotedIdentifier(role)} connection limit N`,
    },
  ];
  return limits.flatMap((limit) => (limit.max === null ? [] : [{ ...limit, max: limit.max }]));
}

/**
 * Null when enough connections are free.
 * @param need the most connections that the process opens
 */
export function startingConnectionsFault(state: ServerState, need: number): ServerFault | null {
  const short = limitsOf(state).find(({ max, used }) => max - used < need);
  if (short === undefined) return null;
  const { name, max, used } = short;
  return tooFew(
    `this process needs up to ${need} connections, and ${Math.max(0, max - used)} of ${max} are free (${name})`,
    short,
    used + need,
  );
}

/**
 * Null when the server has enough connections for all processes together.
 * @param needs the most connections that each process opens
 */
export function totalConnectionsFault(
  state: ServerState,
  needs: readonly { readonly process: string; readonly need: number }[],
): ServerFault | null {
  const total = needs.reduce((sum, { need }) => sum + need, 0);
  const [server] = limitsOf(state);
  if (server === undefined || total <= server.max) return null;
  const added = needs.map(({ process, need }) => `${process} ${need}`).join(' + ');
  return tooFew(
    `the processes need up to ${total} connections (${added}), and the server has ${server.max} (${server.name})`,
    server,
    total,
  );
}

function tooFew(what: string, { max, raise }: Limit, wanted: number): ServerFault {
  const restart = raise.startsWith('alter system') ? ', then restart PostgreSQL' : '';
  // `max` leaves out reserved connections, so the text says how many more are needed.
  const least = raise.startsWith('alter system') ? `N = ${wanted - max} more than now` : `N = ${wanted}`;
  return {
    code: 'too_few_connections',
    what,
    why: 'under load statements wait, and reports and answers fail',
    fix: `${raise}, with ${least}${restart}`,
  };
}
