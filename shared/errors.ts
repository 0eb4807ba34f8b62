/** The log cannot take or give records now; the caller may try again. */
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
}

/** What stops a command or a start: one line for the operator that says what is wrong and what to do. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The error's message, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
