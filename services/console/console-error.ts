/** The console's own refusals, with meanings for docs/reference/errors.md. */
export const consoleErrors = {
  invalid: { status: 400, meaning: 'A field or the body is not valid.' },
  not_signed_in: { status: 401, meaning: 'The request has no session, or the session has ended.' },
  not_allowed: { status: 403, meaning: 'The member is not allowed to use this route.' },
  foreign_origin: { status: 403, meaning: 'The request comes from a page of another origin.' },
  link_refused: { status: 403, meaning: 'The sign-in link is unknown, used or expired.' },
  not_found: {
    status: 404,
    meaning: 'The path does not exist, or the member is not allowed to see its subject.',
  },
  already_given: { status: 409, meaning: 'A command with this `request_id` was given already.' },
  too_large: { status: 413, meaning: 'The body has more than 64 KiB.' },
  not_json: { status: 415, meaning: 'The body is not JSON.' },
  too_many: { status: 429, meaning: 'The session, the member or the address sent too many requests.' },
  too_many_at_once: {
    status: 429,
    meaning: 'Too many large requests, or sign-ins from the same address, run at the same time.',
  },
  internal_error: { status: 500, meaning: 'A fault of the hub. The log of the hub has the cause.' },
  unavailable: {
    status: 503,
    meaning: 'The log, the database, a projection or Discord does not answer.',
  },
  stored_only: { status: 503, meaning: 'The log has the command, and it is not in effect yet.' },
} as const;

export type ConsoleErrorCode = keyof typeof consoleErrors;

export class ConsoleError extends Error {
  override readonly name = 'ConsoleError';
  readonly code: string;
  readonly status: number;
  /** Whole seconds; null for an answer without `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(code: ConsoleErrorCode, message: string, retryAfter: number | null = null) {
    super(message);
    this.code = code;
    this.status = consoleErrors[code].status;
    this.retryAfter = retryAfter;
  }
}
