/**
 * An answer to a plugin. The player sees the text of a refusal. The only secret in an answer is the
 * token of a pairing.
 */
export interface Answer {
  readonly status: number;
  /** Also a metric label. */
  readonly outcome: AnswerOutcome;
  /** Null for an empty body. */
  readonly body: Readonly<Record<string, unknown>> | string | null;
  /** Whole seconds, at least 1. */
  readonly retryAfter?: number;
  /** For the list of devices. The plugin does not see it. */
  readonly message?: AnsweredMessage;
}

export interface AnsweredMessage {
  /** The same as `PluginReport.kinds`. */
  readonly kinds: readonly string[];
  /** The message became part of an account. */
  readonly isUsed: boolean;
  readonly pluginVersion: string | null;
  /** The same as `PluginReport.unknownSkillPlaces`. */
  readonly unknownSkillPlaces: readonly number[];
}

export interface BodyRefusal extends Answer {
  /** Bytes of the decompressed body, as far as it was decompressed; by default the sent bytes. */
  readonly bodyBytes?: number;
}

/** `meaning` is for docs/reference/errors.md. */
export const outcomes = {
  accepted: { statuses: [200], meaning: 'The hub has the report, or the device is paired.' },
  ignored: { statuses: [200, 204], meaning: 'The message has nothing that the hub stores.' },
  decommissioned: { statuses: [410], meaning: 'The hub was shut down with `hub decommission on`.' },
  wrong_method: {
    statuses: [400],
    meaning: 'The request is a GET. A redirect may have turned a POST into a GET.',
  },
  plugin_outdated: { statuses: [400], meaning: 'The version of the plugin is too old.' },
  unknown_device: { statuses: [401], meaning: 'The token is unknown or revoked, or its member has left.' },
  account_blocked: { statuses: [403], meaning: 'The owner of the account blocks this member.' },
  rate_limited: {
    statuses: [429],
    meaning: 'The device, the member or the network sent too much. `Retry-After` says when to try again.',
  },
  too_large: { statuses: [413], meaning: 'The body is too large or nested too deeply.' },
  malformed: {
    statuses: [400, 404, 415],
    meaning: 'The body cannot be read, or the address is not the address of a plugin.',
  },
  wrong_code: { statuses: [400], meaning: 'The pairing code is mistyped, used or expired.' },
  too_many_accounts: {
    statuses: [200],
    meaning:
      'The member reached `MEMBER_NEW_ACCOUNTS_PER_DAY` or `MEMBER_ACCOUNTS_MAX`. The report is not stored.',
  },
  disk_full: { statuses: [503], meaning: 'The disk has less free space than `MIN_FREE_DISK`.' },
  unavailable: {
    statuses: [503],
    meaning:
      'The log, the database or a projection does not answer in time. The plugin sends the report again.',
  },
} as const;

export type AnswerOutcome = keyof typeof outcomes;

export const answerOutcomes = Object.keys(outcomes) as AnswerOutcome[];

/** The hub recovers within seconds. A paused plugin keeps its events for only 10 minutes. */
const unavailableRetrySeconds = 2;
const diskFullRetrySeconds = 30;

export const accepted: Answer = { status: 200, outcome: 'accepted', body: { ok: true } };
export const ignored: Answer = { status: 200, outcome: 'ignored', body: { ok: true } };

/** A success, so that the plugin does not send the report again. A resend would not help. */
export const tooManyAccounts: Answer = { status: 200, outcome: 'too_many_accounts', body: { ok: true } };

/** Some plugins stop sending for ever after this answer: only a hub that was shut down gives it. */
export const decommissioned = refuseWith(410, 'decommissioned', 'This hub has been shut down.');
/** Some plugins stop sending for ever after this answer: never give it for a temporary fault. */
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

export function malformed(message: string, status: StatusOf<'malformed'> = 400): Answer {
  return refuseWith(status, 'malformed', message);
}

export function rateLimited(retryAfter: number, message: string): Answer {
  return { ...refuseWith(429, 'rate_limited', message), retryAfter };
}

type StatusOf<Outcome extends AnswerOutcome> = (typeof outcomes)[Outcome]['statuses'][number];

export function refuseWith<Outcome extends AnswerOutcome>(
  status: StatusOf<Outcome>,
  outcome: Outcome,
  message: string,
): Answer {
  return { status, outcome, body: { error: message, code: outcome } };
}
