import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { OperatorError } from '../../../../../shared/errors/errors.ts';
import { describeError, type Logger } from '../../../../../shared/observability/logger.ts';
import { ConsoleError } from '../../../console-error.ts';
import { DiscordUnavailable } from '../../../discord/discord-client.ts';
import { findOrAddMember } from '../../../discord/find-or-add-member.ts';
import { storeDiscordToken } from '../../../discord/guild-checks.ts';
import { discordStateCookie, readCookie, sessionCookie } from '../../../sessions/cookies.ts';
import type { ConsoleCaller } from '../../../sessions/find-caller.ts';
import { recordFailedSignIn, signIn } from '../../../sign-in/sign-in.ts';
import { toConsoleError } from '../../answers/to-console-error.ts';
import type { ConsoleServices } from '../../console-services.ts';
import { type ConsoleAnswer, defineConsoleRoute } from '../../define-console-route.ts';

const path = 'sign-in/discord';
const stateBytes = 24;

/** The reason of a failed sign-in, for the sign-in page. */
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

/** Sends the browser to Discord, which returns with a code. */
const beginRoute = defineConsoleRoute({
  method: 'GET',
  path,
  access: 'anybody',
  handle: ({ headers }, { discord, publicUrl }) => {
    if (discord === null) throw new ConsoleError('not_found', 'Not found.');
    const state = randomBytes(stateBytes).toString('base64url');
    return redirect(discord.authorizeUrl(state, redirectUri(headers.host, publicUrl)), [
      discordStateCookie(state, publicUrl),
    ]);
  },
});

const Callback = z.object({
  code: z.string().max(512).optional(),
  state: z.string().max(128).optional(),
  error: z.string().max(128).optional(),
});

/** The address to which Discord returns the browser. */
const callbackRoute = defineConsoleRoute({
  method: 'GET',
  path: `${path}/callback`,
  access: 'anybody',
  query: Callback,
  handle: async ({ caller, headers, query: { code, state, error }, address }, services) => {
    const { discord, publicUrl, failedSignIns, logger } = services;
    if (discord === null) throw new ConsoleError('not_found', 'Not found.');
    const known = readCookie(headers.cookie, 'hub_oauth');
    const forget = discordStateCookie(null, publicUrl);
    // Either another browser began this sign-in, or another page tries to sign this visitor in under a foreign
    // account.
    if (state === undefined || known !== state) return failed('expired', forget);
    if (error !== undefined || code === undefined) return failed('cancelled', forget);
    try {
      return await failedSignIns.attempt(address, async (attempt) => {
        const signed = await signInByCode(code, redirectUri(headers.host, publicUrl), caller, services);
        if (typeof signed !== 'string')
          return redirect('/', [sessionCookie(signed.token, publicUrl), forget]);
        await recordFailedSignIn(services, { attempt, how: 'discord' });
        return failed(signed, forget);
      });
    } catch (error) {
      return failed(failureOf(error, logger), forget);
    }
  },
});

export const discordRoutes = [beginRoute, callbackRoute] as const;

async function signInByCode(
  code: string,
  redirectTo: string,
  before: ConsoleCaller | null,
  services: ConsoleServices,
): Promise<{ readonly token: string } | Failure> {
  const { hub, discord, clock } = services;
  const vouched = await discord?.findMemberByCode(code, redirectTo);
  if (vouched === undefined || vouched === 'refused') return 'expired';
  if (vouched === 'not_in_guild') return vouched;
  const found = await findOrAddMember(hub, vouched);
  if (found === 'member_left') return found;
  const token = await signIn(services, { ...found, how: 'discord', before });
  const { refreshToken } = vouched;
  await storeDiscordToken({ ...hub, clock }, { sessionToken: token, refreshToken });
  return { token };
}

/**
 * The browser is at an address that answers JSON, so that each failure leads to a page. Faults of the hub are logged.
 */
function failureOf(error: unknown, logger: Logger): Failure {
  if (error instanceof DiscordUnavailable) return 'unavailable';
  const { status, code } = toConsoleError(error);
  if (code === 'too_many') return 'too_many_tries';
  if (code === 'too_many_at_once') return code;
  if (status === 503) return 'unavailable';
  if (error instanceof OperatorError) return 'not_admitted';
  logger.error({ problem: describeError(error) }, 'a sign-in with Discord failed');
  return 'fault';
}

function redirectUri(host: string | undefined, publicUrl: string | null): string {
  return `${publicUrl ?? `http://${host ?? 'localhost'}`}/console/api/${path}/callback`;
}

function failed(why: Failure, forget: string): ConsoleAnswer {
  return redirect(`/sign-in#failed=${why}`, [forget]);
}

function redirect(location: string, cookies: string[]): ConsoleAnswer {
  return { status: 302, headers: { location, 'set-cookie': cookies }, body: {} };
}
