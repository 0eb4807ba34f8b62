import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { minuteMs } from '../../../shared/domain/durations.ts';
import { sealText, unsealText } from './sealed-text.ts';

/** How long a person may take at Discord. */
export const signInMaxMs = 10 * minuteMs;

const purpose = 'sign-ins with Discord';
const randomLength = 32;

export interface StartedSignIn {
  /** Discord returns it unchanged. */
  readonly state: string;
  /** The PKCE challenge of the verifier (RFC 7636, S256). */
  readonly challenge: string;
  /** For the cookie. Only the hub can read or create it. */
  readonly sealed: string;
}

const Stored = z.object({ state: z.string(), verifier: z.string(), at: z.number() });

/** @param now epoch ms */
export function startSignIn(hubSecret: Buffer, now: number): StartedSignIn {
  const [state, verifier] = [randomText(), randomText()];
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const sealed = sealText(hubSecret, purpose, JSON.stringify({ state, verifier, at: now }));
  return { state, challenge, sealed };
}

/**
 * @param sealed the cookie; null without a cookie
 * @returns the PKCE verifier; null for another browser, an empty or another state, and a start more
 * than ten minutes away
 */
export function findVerifier(
  hubSecret: Buffer,
  sealed: string | null,
  { state, now }: { readonly state: string; readonly now: number },
): string | null {
  const text = sealed === null ? null : unsealText(hubSecret, purpose, sealed);
  if (text === null) return null;
  const started = Stored.parse(JSON.parse(text));
  const isOpen = Math.abs(now - started.at) < signInMaxMs;
  return isOpen && state !== '' && state === started.state ? started.verifier : null;
}

function randomText(): string {
  return randomBytes(randomLength).toString('base64url');
}
