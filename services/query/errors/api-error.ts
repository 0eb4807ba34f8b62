/** HTTP statuses by error code (read-api.md 7). */
export const statusOf = {
  invalid_request: 400,
  unauthorized: 401,
  not_found: 404,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** For docs/reference/errors.md. */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  invalid_request:
    'A parameter is not valid. `details` names each parameter, and `message` is a sentence about the first.',
  unauthorized:
    'The API key is missing, malformed, unknown, revoked or expired. The answer does not say which.',
  not_found: 'The path does not exist, or the key cannot see the account.',
  rate_limited: 'The key or the address sent too many requests. `Retry-After` says when to try again.',
  internal_error: 'A fault of the hub. The header `X-Error-Id` is also in the log of the hub.',
  unavailable: 'The hub cannot answer now. `Retry-After` says when to try again.',
};

/** `path` is the name of the parameter. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Routes give no body of their own, so that two errors of the same kind have equal bytes. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly body: string;
  /** Whole seconds; null for an answer without `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: readonly Issue[]; retryAfter?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.status = statusOf[code];
    this.body = errorBody(code, message, more.details);
    this.retryAfter = more.retryAfter ?? null;
  }
}

export function errorBody(code: ErrorCode, message: string, details?: readonly Issue[]): string {
  return JSON.stringify({ error: details === undefined ? { code, message } : { code, message, details } });
}

/**
 * Hides the reason, and which of the requested accounts caused it (rules/visibility.md#not-found).
 */
export const accountNotFound = Object.freeze(new ApiError('not_found', 'Account not found.'));
export const competitionNotFound = Object.freeze(new ApiError('not_found', 'Competition not found.'));
export const pathNotFound = Object.freeze(new ApiError('not_found', 'Not found.'));

/** The same for a missing, malformed, unknown, revoked or expired key. */
export const unauthorized = Object.freeze(new ApiError('unauthorized', 'A valid API key is required.'));

export const internalError = Object.freeze(new ApiError('internal_error', 'Internal error.'));

export function invalid(path: string, message: string): ApiError {
  return invalidRequest([{ path, message }]);
}

/**
 * A 400 (rules/parameters.md#message-of-a-400).
 * @param sentence clients show or parse this message
 */
export function invalidRequest(
  details: readonly Issue[],
  sentence = details.map(({ path, message }) => `${path} ${message}`)[0] ?? 'request is not valid',
): ApiError {
  return new ApiError('invalid_request', sentence, { details });
}

export function rateLimitedError(retryAfter: number, message = 'Too many requests.'): ApiError {
  return new ApiError('rate_limited', message, { retryAfter });
}

/** Also answers a valid key at the address. */
export function tooManyFailuresError(retryAfter: number): ApiError {
  return rateLimitedError(
    retryAfter,
    'Too many failed authentications from your address: a client at this address sends a key that is not valid.',
  );
}

/** A first generation is being built, or no live tables have a shape that this release reads. */
export const beingBuiltError = Object.freeze(
  new ApiError('unavailable', 'The tables for this answer are being built.', { retryAfter: 5 }),
);

export function unavailableError(retryAfter = 1): ApiError {
  return new ApiError('unavailable', 'The hub is not available at the moment.', { retryAfter });
}
