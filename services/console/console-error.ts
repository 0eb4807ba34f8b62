/** The codes of the console's own refusals with their HTTP statuses. */
const statusOf = {
  invalid: 400,
  not_signed_in: 401,
  not_allowed: 403,
  foreign_origin: 403,
  link_refused: 403,
  not_found: 404,
  already_given: 409,
  too_large: 413,
  not_json: 415,
  too_many: 429,
  too_many_at_once: 429,
  internal_error: 500,
  unavailable: 503,
  /** The log has the command, and it is not in effect yet. */
  stored_only: 503,
} as const;

/** The reason why the console refused a request, in one line for people. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError';
  readonly code: string;
  readonly status: number;
  /** Whole seconds; null for an answer without `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(code: keyof typeof statusOf, message: string, retryAfter: number | null = null) {
    super(message);
    this.code = code;
    this.status = statusOf[code];
    this.retryAfter = retryAfter;
  }
}
