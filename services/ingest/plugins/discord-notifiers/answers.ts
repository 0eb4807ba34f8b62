import type { Answer } from '../../http/answer.ts';

/** Discord's code of an error that has no special code. */
const generalError = 0;
const invalidWebhookToken = 50_027;

/**
 * Answers like Discord: 204 without a body, or a message with a code. A report that the owner of
 * its account blocks is answered as a success.
 */
export function asDiscord(answer: Answer): Answer {
  const { outcome, retryAfter } = answer;
  if (answer.status < 300 || outcome === 'account_blocked') return { status: 204, outcome, body: null };
  if (outcome === 'rate_limited') {
    const body = { message: 'You are being rate limited.', retry_after: retryAfter ?? 1, global: false };
    return { ...answer, body };
  }
  if (outcome === 'unknown_device') {
    return { ...answer, body: { message: 'Invalid Webhook Token', code: invalidWebhookToken } };
  }
  const { body } = answer;
  const error = body !== null && typeof body === 'object' ? body.error : body;
  return { ...answer, body: { message: typeof error === 'string' ? error : outcome, code: generalError } };
}
