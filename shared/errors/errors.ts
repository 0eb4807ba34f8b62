/** The log cannot be written or read at the moment. The caller may try again. */
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
}

/** An error that ends a command or a start, with one line that tells the operator what is wrong and what to do. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** An error as Node, PostgreSQL and the hub throw it, which may have a code. */
export type CodedError = Error & { readonly code?: unknown };

/** Ends the search for causes when two errors name each other as the cause. */
const causesMax = 10;

/** An error and its causes, each cause after its effect; empty for a thrown value that is no error. */
export function causesOf(thrown: unknown): CodedError[] {
  const causes: CodedError[] = thrown instanceof Error ? [thrown] : [];
  for (const { cause } of causes) {
    if (cause instanceof Error && causes.length < causesMax) causes.push(cause);
  }
  return causes;
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
