import { certificateFault } from '../../errors/certificate-fault.ts';
import { connectFailure } from '../../errors/connect-failure.ts';
import { type CodedError, causesOf, messageOf, OperatorError } from '../../errors/errors.ts';
import { PostgresClient } from '../postgres-client.ts';
import { tooManyConnectionsError } from './server-refusal.ts';

export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_OWNER_URL';

interface Explanation {
  readonly what: string;
  readonly fix: string;
}

/** No text contains the password. */
export function connectionFailure(url: string, setting: DatabaseSetting, error: unknown): OperatorError {
  const unreadable = unreadableFile(error);
  if (unreadable !== null) return unreachable(setting, unreadable, error);
  const { host, port, user, database } = new PostgresClient({ connectionString: url });
  const place = { setting, host: host ?? '', port, user: user ?? '', database: database ?? '' };
  const coded = causesOf(error).flatMap((cause) => [cause, ...errorsIn(cause)]);
  const full = coded.find(({ code }) => code === '53300');
  if (full !== undefined) return tooManyConnectionsError(full.message, error);
  for (const each of coded) {
    const found = explain(each, place);
    if (found !== null) return unreachable(setting, found, error);
  }
  const unknown = { what: messageOf(error), fix: `check the log of the server and ${setting}` };
  return unreachable(setting, unknown, error);
}

function unreachable(setting: DatabaseSetting, { what, fix }: Explanation, cause: unknown): OperatorError {
  return new OperatorError('database_unreachable', `the database of ${setting}: ${what}`, { cause, fix });
}

/** The files of `sslrootcert`, `sslcert` and `sslkey` are read before the connection. */
function unreadableFile(error: unknown): Explanation | null {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (path === undefined || (syscall !== 'open' && syscall !== 'read')) return null;
  return {
    what: `the file ${path} cannot be read (${code})`,
    fix: 'correct the path after sslrootcert, sslcert or sslkey, or let the user of the hub read the file',
  };
}

/** A host with several addresses fails with one error for each address. */
function errorsIn(error: CodedError): CodedError[] {
  return error instanceof AggregateError ? error.errors.filter((each) => each instanceof Error) : [];
}

interface Place {
  readonly setting: DatabaseSetting;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

function explain(error: CodedError, { setting, host, port, user, database }: Place): Explanation | null {
  const code = String(error.code);
  const at = `${host}:${port}`;
  const what = connectFailure(code, host, port) ?? '';
  switch (code) {
    case 'ENOTFOUND':
      return {
        what,
        fix: `correct the host name in ${setting}; getent hosts ${host} shows whether this machine finds it`,
      };
    case 'EAI_AGAIN':
      return {
        what,
        fix: `getent hosts ${host} shows whether this machine finds it; correct /etc/resolv.conf, or the host name in ${setting}`,
      };
    case 'ECONNREFUSED':
      return { what, fix: `start PostgreSQL there, or correct host and port in ${setting}` };
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return {
        what,
        fix: `check the network and the firewall between here and ${host}, or correct ${setting}`,
      };
    case 'ENOENT':
      return {
        what: `there is no socket of PostgreSQL in ${host} (${code})`,
        fix: `start PostgreSQL on this machine, or correct the folder in ${setting}`,
      };
    case '28P01':
      return {
        what: `the password of the role ${user} is wrong (${code})`,
        fix: `correct the password in ${setting}, or alter role ${user} password '…'`,
      };
    case '28000':
      return {
        what: `the server refuses the role ${user} (${error.message})`,
        fix: `let the role log in: alter role ${user} login, and a line for it in pg_hba.conf`,
      };
    case '3D000':
      return {
        what: `there is no database ${database} (${code})`,
        fix: `createdb ${database}, or correct the name in ${setting}`,
      };
    case '57P03':
      return {
        what: `the server is starting or stopping (${error.message})`,
        fix: 'wait until the server is ready, then start again',
      };
    default:
      return explainCertificate(error, host, setting) ?? explainWithoutCode(error, at, setting);
  }
}

function explainCertificate(error: CodedError, host: string, setting: DatabaseSetting): Explanation | null {
  const fault = certificateFault(error, host, setting);
  if (fault === null) return null;
  const fix = fault.fix ?? `add sslrootcert=FILE to ${setting}, with the certificate of the authority`;
  return { what: fault.what, fix: `${fix}; sslmode=no-verify accepts every server` };
}

function explainWithoutCode(error: CodedError, at: string, setting: DatabaseSetting): Explanation | null {
  if (/does not support SSL/i.test(error.message)) {
    return {
      what: `the server at ${at} does not support TLS`,
      fix: `remove sslmode from ${setting}, or set ssl = on in postgresql.conf`,
    };
  }
  if (/^timeout expired|connection timeout|query read timeout/i.test(error.message)) {
    return {
      what: `${at} did not answer within 5 s`,
      fix: `check the server and the firewall between here and ${at}, or correct ${setting}`,
    };
  }
  return null;
}
