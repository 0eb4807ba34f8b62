import { messageOf, OperatorError } from '../../../shared/errors/errors.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { printable, printableJson, printableLines } from './printable.ts';

/** The output of a command: a JSON document with `--json`, otherwise a text for people. */
export interface Output {
  readonly document: unknown;
  readonly text: string;
  /** Undoes a change that is useless without the output, when the output cannot be printed. */
  readonly takeBack?: () => Promise<unknown>;
}

/** Prints on a terminal or with `--json`, otherwise logs a line. */
export function printReady(
  { document, text }: Output,
  { json, name }: { json: boolean; name: string },
): void {
  if (json || process.stdout.isTTY) {
    say(rendered({ document, text }, json));
    return;
  }
  const [first = '', ...rest] = text.replace(' (Ctrl-C stops it)', '').split('\n');
  // Logged at any LOG_LEVEL, because the caller waits for this line.
  createLogger({ name, level: 'info' }).info(
    { ready: document, ...(rest.length > 0 && { more: rest }) },
    first,
  );
}

/**
 * Prints to stdout and never to the log, because the link signs somebody in.
 * @param warning lines about a link that only works on this machine
 */
export function printSetUpLink(link: string | null, warning: readonly string[]): void {
  if (link === null) return;
  const lines = [
    ...warning,
    'No members yet. Open this link to become the first member and an admin:',
    '',
    link,
  ];
  // Stands alone and last, so that people find the link among the lines of the log.
  say(`\n${lines.join('\n')}\n\n`);
}

/** For a process that continues even if nobody reads the output. */
function say(text: string): void {
  writeWhole(text).catch((error: unknown) => process.stderr.write(`hub: ${messageOf(error)}\n`));
}

/**
 * Writes without characters that would control a terminal, and waits until all is written.
 * @throws OperatorError when stdout is closed or full
 */
export function printFully(output: Output, json: boolean): Promise<void> {
  return writeWhole(rendered(output, json));
}

/** A pager or `head` may close stdout before the end. @throws as `printFully` */
export async function printHelp(text: string): Promise<void> {
  await writeWhole(text).catch((error: OperatorError) => {
    if ((error.cause as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  });
}

async function writeWhole(text: string): Promise<void> {
  takeOver(process.stdout);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  try {
    await promise;
  } catch (error) {
    throw new OperatorError('not_printed', `the output cannot be printed: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/**
 * Ignores failed writes to stderr, because the command must still close a server that it started.
 */
export function ignoreStderrErrors(): void {
  takeOver(process.stderr);
}

/**
 * Failed writes then do not end the process, and the writer still sees the error. Also removes
 * listeners of libraries, which might throw.
 */
function takeOver(stream: NodeJS.WriteStream): void {
  stream.removeAllListeners('error');
  stream.on('error', ignoreError);
}

/** Writers to stdout report their errors, and errors of stderr do not matter. */
function ignoreError(): void {}

function rendered({ document, text }: Output, json: boolean): string {
  return `${json ? printableJson(document) : printableLines(text)}\n`;
}

type Cell = string | number | null;

/** The cell of a row, by the heading of the column. */
export type TextColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** @param empty the text when there are no rows */
export function table<Row>(rows: readonly Row[], empty: string, columns: TextColumns<Row>): string {
  if (rows.length === 0) return empty;
  const headings = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
  const lines = [headings, ...cells].map((line) =>
    line.map((cell) => (cell === null ? '-' : printable(String(cell)))),
  );
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** UTC, to the minute. */
export function shortTime(iso: string | null): string | null {
  return iso === null ? null : `${iso.slice(0, 16).replace('T', ' ')}Z`;
}

/** `--` precedes a name that begins with -. Otherwise the name would look like an option. */
export function commandAbout(command: string, name: string, ...options: readonly string[]): string {
  const word = shellWord(name);
  const words = name.startsWith('-') ? [...options, '--', word] : [word, ...options];
  return ['hub', command, ...words].join(' ');
}

export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
