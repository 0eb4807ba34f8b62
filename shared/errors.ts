/** The log cannot be written or read at the moment; the caller may try again. */
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

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
