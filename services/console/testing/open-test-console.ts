import { expect } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import { startTestHub, type TestHub, type TestHubOptions } from '../../../test/support/hub/hub.ts';
import { type BrowserSession, createSessions } from '../sessions/sessions.ts';

/** The requests look like requests of a browser. */
export interface TestConsole {
  readonly hub: TestHub;
  signIn(memberId: string): Promise<{ readonly cookie: string; readonly session: BrowserSession }>;
  makeAdmin(memberId: string): Promise<void>;
  get(path: string, options?: AskOptions): Promise<ConsoleReply>;
  post(path: string, body: unknown, options?: AskOptions): Promise<ConsoleReply>;
}

export interface AskOptions {
  readonly cookie?: string | undefined;
  /** Replaces headers. Null removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

export interface ConsoleReply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers
  readonly body: any;
}

export async function openTestConsole(options?: TestHubOptions): Promise<TestConsole> {
  const hub = await startTestHub(options);
  const sessions = createSessions(hub.database, Date.now);

  async function ask(path: string, init: RequestInit, { cookie, headers = {} }: AskOptions = {}) {
    const sent = new Headers(init.headers);
    if (cookie !== undefined) sent.set('cookie', cookie);
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) sent.delete(name);
      else sent.set(name, value);
    }
    const url = `${hub.url}/console/api/${path}`;
    const answer = await fetch(url, { ...init, headers: sent, redirect: 'manual' });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  }

  return {
    hub,
    signIn: async (memberId) => {
      const { token, session } = await sessions.begin(memberId);
      return { cookie: `hub_session=${token}`, session };
    },
    makeAdmin: async (memberId) => {
      await hub.append([given.admin(memberId)]);
      const asAdmin = await sessions.begin(memberId);
      const cookie = `hub_session=${asAdmin.token}`;
      const isAdmin = async () => (await ask('session', {}, { cookie })).body.member?.is_admin;
      await expect.poll(isAdmin).toBe(true);
      await sessions.end(asAdmin.session.id);
    },
    get: (path, asked) => ask(path, {}, asked),
    post: (path, body, asked) => {
      const headers = { 'content-type': 'application/json', origin: hub.url };
      return ask(path, { method: 'POST', headers, body: JSON.stringify(body) }, asked);
    },
  };
}
