import { pino } from 'pino';
import { causesOf } from '../errors/errors.ts';

export type Logger = pino.Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Fields that must never reach a log line. Hidden in the line, and in objects two levels deep. */
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
 * Objects whose `name` and `code` are secret. Elsewhere these fields are not secret: an error has a
 * `code` too.
 */
const objectsWithSecretNames = ['account', 'device', 'member', 'pairing', 'player', 'report'];

const secretPaths = [
  ...secretFields,
  ...objectsWithSecretNames.flatMap((object) => [`${object}.name`, `${object}.code`]),
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

/** An error in a log line. */
export interface ErrorDescription {
  readonly type: string;
  /** With the messages of its causes. */
  readonly message: string;
  /** SQLSTATE, errno or a code of the hub, of the error or else of a cause. */
  readonly code?: string;
  readonly stack?: string;
  /** The place in PostgreSQL or the system. */
  readonly [source: string]: string | undefined;
}

/**
 * Fields of errors that hold no values of rows. Without `detail` and `where` of PostgreSQL, which
 * quote rows, and without `address`, which names a client.
 */
const sourceFields = ['severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall'];

/** Describes any thrown value by fields that hold no values of rows. */
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
