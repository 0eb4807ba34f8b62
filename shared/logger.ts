import { pino } from 'pino';

export type Logger = pino.Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Fields that must never reach a log line, in whatever object they are. */
const secret = ['authorization', 'token', 'secret', 'code', 'key', 'body', 'name', 'address', 'location'];

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
      redact: { paths: secret.flatMap((field) => [`*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
    },
    destination ?? pino.destination(1),
  );
}
