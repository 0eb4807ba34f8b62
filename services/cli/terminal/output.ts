import { messageOf, OperatorError } from '../../../shared/errors/errors.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { printable, printableJson, printableLines } from './printable.ts';

/** What a command prints: a JSON document with `--json`, otherwise a text for people. */
export interface Output {
  readonly document: unknown;
  readonly text: string;
  /** Undoes what the command made, where it is of no use unless it was printed. */
  readonly takeBack?: () => Promise<unknown>;
}

/** Says that a process is ready: to people at a terminal as a text, to whatever collects its log as a line of it. */
export function printReady(
  { document, text }: Output,
  { json, name }: { json: boolean; name: string },
): void {
  if (json || process.stdout.isTTY) {
    say(rendered({ document, text }, json));
    return;
  }
  const [first = '', ...rest] = text.replace(' (Ctrl-C stops it)', '').split('\n');
  // Whatever LOG_LEVEL is: it is an answer, and who started the process waits for it.
  createLogger({ name, level: 'info' }).info(
    { ready: document, ...(rest.length > 0 && { more: rest }) },
    first,
  );
}

/**
 * Shows the link by which a hub without members is set up. On stdout as it is, and in no line of the log: who collects logs
 * does not expect what signs somebody in.
 * @param warning lines about a link that works on this machine only
 */
export function printSetUpLink(link: string | null, warning: readonly string[]): void {
  if (link === null) return;
  const lines = [`No members yet. Open this to become the first one, an admin: ${link}`, ...warning];
  say(`${lines.join('\n')}\n`);
}

/** Writes to stdout for a process that goes on whether or not somebody reads it. */
function say(text: string): void {
  writeWhole(text).catch((error: unknown) => process.stderr.write(`hub: ${messageOf(error)}\n`));
}

/**
 * Writes the output to stdout, without characters that would control a terminal, and waits until it is written.
 * @throws OperatorError when stdout is closed or full
 */
export function printFully(output: Output, json: boolean): Promise<void> {
  return writeWhole(rendered(output, json));
}

/** Writes the help or the version, of which a pager or `head` may have enough before its end. @throws as `printFully` */
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
    throw new OperatorError('not_printed', `what the command says cannot be printed: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/**
 * Makes a failed write to stderr end nothing: nobody reads the progress then, or why the command failed, and what it holds,
 * such as a server, is closed all the same.
 */
export function ignoreStderrErrors(): void {
  takeOver(process.stderr);
}

/**
 * Makes a failed write to the stream end nothing by itself: who writes there hears of it. Libraries listen, too, when they are
 * loaded, which may be in the middle of a command, and throw where nobody can catch it.
 */
function takeOver(stream: NodeJS.WriteStream): void {
  stream.removeAllListeners('error');
  stream.on('error', noted);
}

/** Who wrote to stdout has said so; of stderr nobody wants to know. */
function noted(): void {}

function rendered({ document, text }: Output, json: boolean): string {
  return `${json ? printableJson(document) : printableLines(text)}\n`;
}

type Cell = string | number | null;

/** A table with a line of headings, and columns as wide as their widest cell; without rows it is the text `empty`. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  empty: string,
): string {
  if (rows.length === 0) return empty;
  const lines = [headings, ...rows].map((row) =>
    row.map((cell) => (cell === null ? '-' : printable(String(cell)))),
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

/** A time of a document for people: UTC, to the minute. */
export function shortTime(iso: string | null): string | null {
  return iso === null ? null : `${iso.slice(0, 16).replace('T', ' ')}Z`;
}

/** A command to type, about somebody or a file of this name: a name that begins with - would be taken for an option before `--`. */
export function commandAbout(command: string, name: string, ...options: readonly string[]): string {
  const word = shellWord(name);
  const words = name.startsWith('-') ? [...options, '--', word] : [word, ...options];
  return ['hub', command, ...words].join(' ');
}

/** The text quoted for a shell, if it needs quotes. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
