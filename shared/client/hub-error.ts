interface Fault {
  readonly path: string;
  readonly message: string;
}

/**
 * `code` is a code of the hub (`invalid_request`, `unauthorized`, `not_found`, `rate_limited`,
 * `unavailable`, `internal_error`) or of the client: `unreachable` (also a cut-off answer),
 * `timeout`, or `unreadable` (an answer that no hub gives). `cause` is the error of the network or
 * of the reader, if any.
 */
export class HubError extends Error {
  override readonly name = 'HubError';
  readonly code: string;
  /** Null when no whole answer came. */
  readonly status: number | null;
  /** On a 400: the parameters at fault. */
  readonly details: readonly Fault[];
  /** At most five minutes, so that a faulty proxy cannot silence a client. */
  readonly retryAfterMs: number | null;

  constructor(
    code: string,
    message: string,
    more: {
      status?: number | null;
      details?: readonly Fault[];
      retryAfter?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, 'cause' in more ? more : {});
    this.code = code;
    this.status = more.status ?? null;
    this.details = more.details ?? [];
    this.retryAfterMs = waitOf(more.retryAfter);
  }

  /** Whether the same request may succeed later. */
  get mayPass(): boolean {
    const { code, status } = this;
    return code === 'unreadable' || status === null || status < 400 || status >= 500 || status === 429;
  }
}
const retryAfterMaxSeconds = 300;

function waitOf(header: string | null | undefined): number | null {
  if (header === undefined || header === null || !/^\d{1,9}$/.test(header)) return null;
  return Math.min(Number(header), retryAfterMaxSeconds) * 1_000;
}

/** A body without the hub's envelope comes from another server, such as a proxy. */
export function errorOfAnswer(status: number, body: unknown, retryAfter: string | null): HubError {
  const { error } = (body ?? {}) as { readonly error?: Partial<Record<string, unknown>> | null };
  const { code, message, details } = error ?? {};
  if (typeof code !== 'string' || typeof message !== 'string') {
    return new HubError('unreadable', `status ${status} came without the hub's error`, {
      status,
      retryAfter,
    });
  }
  return new HubError(code, message, {
    status,
    details: Array.isArray(details) ? details.filter(isFault) : [],
    retryAfter,
  });
}

function isFault(value: unknown): value is Fault {
  const { path, message } = (value ?? {}) as Partial<Record<keyof Fault, unknown>>;
  return typeof path === 'string' && typeof message === 'string';
}
