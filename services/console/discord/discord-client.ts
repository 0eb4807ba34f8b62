import { z } from 'zod';
import type { StartedSignIn } from './started-sign-in.ts';

export interface DiscordSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly guildId: string;
}

export interface GuildMember {
  readonly chatId: string;
  readonly name: string;
  readonly refreshToken: string;
}

/** `refused`: Discord does not accept the code or token any more. */
export type GuildMemberAnswer = GuildMember | 'not_in_guild' | 'refused';

type KeepToken = (refreshToken: string) => Promise<void>;

export interface ReturnedCode {
  readonly code: string;
  /** The PKCE verifier of the sign-in. */
  readonly verifier: string;
  readonly redirectUri: string;
}

export interface DiscordClient {
  authorizeUrl(started: Pick<StartedSignIn, 'state' | 'challenge'>, redirectUri: string): string;
  /** @throws DiscordUnavailable */
  findMemberByCode(returned: ReturnedCode): Promise<GuildMemberAnswer>;
  /**
   * `keep` stores the new token before the next request, because Discord may refuse the old token
   * then.
   * @throws DiscordUnavailable, and errors of `keep`
   */
  findMemberByToken(refreshToken: string, keep: KeepToken): Promise<GuildMemberAnswer>;
}

/** The person may still be in the guild. */
export class DiscordUnavailable extends Error {
  override readonly name = 'DiscordUnavailable';
}

const origin = 'https://discord.com';
/** For both requests together: a stop of the hub waits for them. */
const answerWithinMs = 5_000;
const scope = 'identify guilds.members.read';

const Tokens = z.object({ access_token: z.string().max(512), refresh_token: z.string().max(512) });
const AskedMember = z.object({
  nick: z.string().nullish(),
  user: z.object({
    id: z.string().regex(/^\d{1,20}$/),
    username: z.string(),
    global_name: z.string().nullish(),
  }),
});

export function createDiscordClient({ clientId, clientSecret, guildId }: DiscordSettings): DiscordClient {
  async function vouch(
    grant: Readonly<Record<string, string>>,
    keep?: KeepToken,
  ): Promise<GuildMemberAnswer> {
    const signal = AbortSignal.timeout(answerWithinMs);
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...grant });
    const granted = await ask('/api/oauth2/token', { method: 'POST', body, signal });
    if (granted.status === 400 && (await saysInvalidGrant(granted))) return 'refused';
    const { access_token, refresh_token } = await read(granted, Tokens);
    await keep?.(refresh_token);
    const headers = { authorization: `Bearer ${access_token}` };
    const asked = await ask(`/api/v10/users/@me/guilds/${guildId}/member`, { headers, signal });
    if (asked.status === 404) return 'not_in_guild';
    const { nick, user } = await read(asked, AskedMember);
    const name = nick ?? user.global_name ?? user.username;
    return { chatId: user.id, name, refreshToken: refresh_token };
  }

  return {
    authorizeUrl: ({ state, challenge }, redirect_uri) => {
      const asked = {
        client_id: clientId,
        response_type: 'code',
        redirect_uri,
        scope,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        prompt: 'none',
      };
      return `${origin}/oauth2/authorize?${new URLSearchParams(asked)}`;
    },
    findMemberByCode: ({ code, verifier, redirectUri }) =>
      vouch({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      }),
    findMemberByToken: (refresh_token, keep) => vouch({ grant_type: 'refresh_token', refresh_token }, keep),
  };
}

/** A wrong client secret must not sign anybody out. */
async function saysInvalidGrant(answer: Response): Promise<boolean> {
  const body: unknown = await answer.json().catch(() => null);
  return z.object({ error: z.literal('invalid_grant') }).safeParse(body).success;
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(origin + path, init);
  } catch (error) {
    throw new DiscordUnavailable('it does not answer', { cause: error });
  }
}

async function read<Answer>(answer: Response, schema: z.ZodType<Answer>): Promise<Answer> {
  const body: unknown = answer.ok ? await answer.json().catch(() => null) : null;
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new DiscordUnavailable(`it answered ${answer.status}`);
  return parsed.data;
}
