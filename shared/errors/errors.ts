import type { OperatorErrorCode } from './operator-error-codes.ts';

/** The log cannot be written or read at the moment. The caller may try again. */
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
}

/**
 * An error that ends a command or a start. The message is one line that tells the operator what is
 * wrong, and also what to do unless `fix` tells it.
 */
export class OperatorError<Code extends string = OperatorErrorCode> extends Error {
  override readonly name = 'OperatorError';
  readonly code: string;
  /** The command or the setting that repairs it, in one line; null when the message tells it. */
  readonly fix: string | null;

  constructor(code: NoInfer<Code>, message: string, options: ErrorOptions & { readonly fix?: string } = {}) {
    const { fix = null, ...causes } = options;
    super(message, causes);
    this.code = code;
    this.fix = fix;
  }
}

/** An error as Node, PostgreSQL and the hub throw it, which may have a code. */
export type CodedError = Error & { readonly code?: unknown };

/** Ends the search for causes when two errors name each other as the cause. */
const causesMax = 10;

/**
 * An error and its causes, each cause after its effect; empty for a thrown value that is no error.
 */
export function causesOf(thrown: unknown): CodedError[] {
  const causes: CodedError[] = thrown instanceof Error ? [thrown] : [];
  for (const { cause } of causes) {
    if (cause instanceof Error && causes.length < causesMax) causes.push(cause);
  }
  return causes;
}

/** The error or the first of its causes with one of these codes; null without one. */
export function findCauseWithCode(thrown: unknown, codes: readonly string[]): CodedError | null {
  return causesOf(thrown).find(({ code }) => codes.includes(String(code))) ?? null;
}

export function hasCauseWithCode(thrown: unknown, codes: readonly string[]): boolean {
  return findCauseWithCode(thrown, codes) !== null;
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
