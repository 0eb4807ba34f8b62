/**
 * An answer to a plugin. The player sees the text of a refusal. The token of a pairing is its only
 * secret.
 */
export interface Answer {
  readonly status: number;
  /** The reason, as a metric label. */
  readonly outcome: AnswerOutcome;
  /** JSON, or text; null for an empty body. */
  readonly body: Readonly<Record<string, unknown>> | string | null;
  /** Whole seconds, at least 1. */
  readonly retryAfter?: number;
}

/** A refusal of a request because of its body. */
export interface BodyRefusal extends Answer {
  /**
   * Bytes of the decompressed body, as far as it was decompressed. Without this field the sent
   * bytes count.
   */
  readonly bodyBytes?: number;
}

export const answerOutcomes = [
  'accepted',
  'ignored',
  'decommissioned',
  'wrong_method',
  'plugin_outdated',
  'unknown_device',
  'account_blocked',
  'rate_limited',
  'too_large',
  'malformed',
  'wrong_code',
  'too_many_accounts',
  'disk_full',
  'unavailable',
] as const;

export type AnswerOutcome = (typeof answerOutcomes)[number];

/** The hub recovers within seconds; the plugin keeps its events for 10 minutes. */
const unavailableRetrySeconds = 2;
/** An operator has to free space first. */
const diskFullRetrySeconds = 30;

export const accepted: Answer = { status: 200, outcome: 'accepted', body: { ok: true } };
export const ignored: Answer = { status: 200, outcome: 'ignored', body: { ok: true } };

/** Nothing of the report is stored, and a resend would not help. */
export const tooManyAccounts: Answer = { status: 200, outcome: 'too_many_accounts', body: { ok: true } };

/** The plugin gives up on the connection: only for a hub that was switched off. */
export const decommissioned = refuseWith(410, 'decommissioned', 'This hub has been shut down.');
/** The plugin gives up on the connection: never for a fault that passes. */
export const unknownDevice = refuseWith(
  401,
  'unknown_device',
  'This device is not paired with the hub. Pair it again.',
);
/** The plugin drops the report and continues with the reports of its other accounts. */
export const blockedByOwner = refuseWith(
  403,
  'account_blocked',
  'The owner of this account does not let this device report it.',
);
export const tooLarge = refuseWith(413, 'too_large', 'The body is too large or nested too deeply.');
export const unavailable: Answer = {
  ...refuseWith(503, 'unavailable', 'The hub is busy. Try again in a moment.'),
  retryAfter: unavailableRetrySeconds,
};

export const diskFullAnswer: Answer = {
  ...refuseWith(503, 'disk_full', 'The hub has no room for reports at the moment. Tell its operator.'),
  retryAfter: diskFullRetrySeconds,
};

export function malformed(message: string, status = 400): Answer {
  return refuseWith(status, 'malformed', message);
}

export function rateLimited(retryAfter: number, message: string): Answer {
  return { ...refuseWith(429, 'rate_limited', message), retryAfter };
}

export function refuseWith(status: number, outcome: AnswerOutcome, message: string): Answer {
  return { status, outcome, body: { error: message, code: outcome } };
}
