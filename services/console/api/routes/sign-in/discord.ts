import { z } from 'zod';
import { OperatorError } from '../../../../../shared/errors/errors.ts';
import { publicPathOf } from '../../../../../shared/http/public-path.ts';
import { ConsoleError } from '../../../console-error.ts';
import type { ReturnedCode } from '../../../discord/discord-client.ts';
import { findOrAddMember } from '../../../discord/find-or-add-member.ts';
import { storeDiscordToken } from '../../../discord/guild-checks.ts';
import { findVerifier, signInMaxMs, startSignIn } from '../../../discord/started-sign-in.ts';
import { consumeState } from '../../../discord/used-states.ts';
import {
  discordCookie,
  expiredDiscordCookie,
  readDiscordCookie,
  sessionCookie,
} from '../../../sessions/cookies.ts';
import type { ConsoleCaller } from '../../../sessions/find-caller.ts';
import { recordFailedSignIn, signIn } from '../../../sign-in/sign-in.ts';
import { toConsoleError } from '../../answers/to-console-error.ts';
import type { ConsoleServices } from '../../console-services.ts';
import { type ConsoleAnswer, defineConsoleRoute } from '../../define-console-route.ts';

const path = 'sign-in/discord';

type Failure =
  | 'not_in_guild'
  | 'member_left'
  | 'not_admitted'
  | 'cancelled'
  | 'expired'
  | 'unavailable'
  | 'too_many_tries'
  | 'too_many_at_once'
  | 'fault';

const beginRoute = defineConsoleRoute({
  method: 'GET',
  path,
  access: 'anybody',
  handle: ({ headers }, { discord, publicUrl, hub, clock }) => {
    if (discord === null) throw new ConsoleError('not_found', 'Not found.');
    const started = startSignIn(hub.hubSecret, clock());
    return redirect(discord.authorizeUrl(started, redirectUri(headers.host, publicUrl)), [
      discordCookie(started.sealed, publicUrl, signInMaxMs),
    ]);
  },
});

const Callback = z.object({
  code: z.string().max(512).optional(),
  state: z.string().max(128).default(''),
  error: z.string().max(128).optional(),
});

const callbackRoute = defineConsoleRoute({
  method: 'GET',
  path: `${path}/callback`,
  access: 'anybody',
  query: Callback,
  handle: async ({ caller, headers, query: { code, state, error }, address }, services) => {
    const { discord, publicUrl, failedSignIns, hub, clock } = services;
    if (discord === null) throw new ConsoleError('not_found', 'Not found.');
    const now = clock();
    const verifier = findVerifier(hub.hubSecret, readDiscordCookie(headers.cookie, publicUrl), {
      state,
      now,
    });
    // The sign-in took too long, another browser started it, or another page tries to sign this
    // visitor in to a foreign account.
    if (verifier === null) return failed('expired', publicUrl);
    if (error !== undefined || code === undefined) return failed('cancelled', publicUrl);
    return failedSignIns.attempt(address, async (attempt) => {
      const isFirst = await consumeState(hub.database, state, now);
      const returned = { code, verifier, redirectUri: redirectUri(headers.host, publicUrl) };
      const signed = isFirst ? await signInByCode(returned, caller, services) : 'expired';
      if (typeof signed !== 'string') {
        return redirect(`${publicPathOf(publicUrl)}/`, [
          sessionCookie(signed.token, publicUrl),
          expiredDiscordCookie(publicUrl),
        ]);
      }
      await recordFailedSignIn(services, { attempt, how: 'discord' });
      return failed(signed, publicUrl);
    });
  },
  answerFailure: (thrown, { discord, publicUrl }) =>
    discord === null ? null : failed(failureOf(thrown), publicUrl),
});

export const discordRoutes = [beginRoute, callbackRoute] as const;

async function signInByCode(
  returned: ReturnedCode,
  before: ConsoleCaller | null,
  services: ConsoleServices,
): Promise<{ readonly token: string } | Failure> {
  const { hub, discord, clock } = services;
  const vouched = await discord?.findMemberByCode(returned);
  if (vouched === undefined || vouched === 'refused') return 'expired';
  if (vouched === 'not_in_guild') return vouched;
  const found = await findOrAddMember(hub, vouched);
  if (found === 'member_left') return found;
  const token = await signIn(services, { ...found, how: 'discord', before });
  const { refreshToken } = vouched;
  await storeDiscordToken({ ...hub, clock }, { sessionToken: token, refreshToken });
  return { token };
}

/** The browser has left the hub's pages, so each failure has to lead to a page. */
function failureOf(thrown: unknown): Failure {
  const { status, code } = toConsoleError(thrown);
  if (code === 'too_many') return 'too_many_tries';
  if (code === 'too_many_at_once') return code;
  if (status === 400) return 'expired';
  if (status === 503) return 'unavailable';
  return thrown instanceof OperatorError ? 'not_admitted' : 'fault';
}

function redirectUri(host: string | undefined, publicUrl: string | null): string {
  return `${publicUrl ?? `http://${host ?? 'localhost'}`}/console/api/${path}/callback`;
}

function failed(why: Failure, publicUrl: string | null): ConsoleAnswer {
  return redirect(`${publicPathOf(publicUrl)}/sign-in#failed=${why}`, [expiredDiscordCookie(publicUrl)]);
}

function redirect(location: string, cookies: string[]): ConsoleAnswer {
  return { status: 302, headers: { location, 'set-cookie': cookies }, body: {} };
}
