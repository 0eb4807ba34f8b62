import { pino } from 'pino';
import { causesOf } from '../errors/errors.ts';

export type Logger = pino.Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Fields that must never reach a log line, in whatever object they are. */
const secretFields = [
  'authorization',
  'cookie',
  'token',
  'secret',
  'password',
  'key',
  'body',
  'address',
  'location',
];
/**
 * What has a name or a code that must not either. These two words are not secret everywhere: redacted wherever they stood,
 * they hid the SQLSTATE and the errno of every failure.
 */
const named = ['account', 'device', 'member', 'pairing', 'player', 'report'];

const secretPaths = [
  ...secretFields,
  ...named.flatMap((thing) => [`${thing}.name`, `${thing}.code`]),
].flatMap((path) => [path, `*.${path}`, `*.*.${path}`]);

/** JSON lines on stdout, or on `destination`. */
export function createLogger(
  options: { readonly name: string; readonly level: LogLevel },
  destination?: pino.DestinationStream,
): Logger {
  return pino(
    {
      name: options.name,
      level: options.level,
      base: { name: options.name },
      serializers: { err: describeError },
      redact: { paths: secretPaths, censor: '[redacted]' },
    },
    destination ?? pino.destination(1),
  );
}

/** What a log line says of an error. */
export interface ErrorDescription {
  readonly type: string;
  /** With those of what it was caused by. */
  readonly message: string;
  /** SQLSTATE, errno or a code of the hub: its own, else that of what it was caused by. */
  readonly code?: string;
  readonly stack?: string;
  /** Where in PostgreSQL or the system it came from. */
  readonly [source: string]: string | undefined;
}

/** Fields of errors that hold no values: `detail` and `where` of PostgreSQL quote rows, `address` tells who or where. */
const sourceFields = ['severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall'];

/** Describes whatever was thrown by what is known to hold no values, and leaves out all else that it carries. */
export function describeError(thrown: unknown): ErrorDescription {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  const { type, message, stack } = pino.stdSerializers.err(thrown);
  const code = codeOf(thrown);
  const source = Object.entries(thrown).filter(
    ([field, value]) => sourceFields.includes(field) && typeof value === 'string',
  );
  return { type, message, ...(code !== undefined && { code }), ...Object.fromEntries(source), stack };
}

function codeOf(error: Error): string | undefined {
  return causesOf(error)
    .map(({ code }) => code)
    .find((code) => typeof code === 'string');
}
