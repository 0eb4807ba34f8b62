import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { runTool } from '../support/api/tools.ts';
import { freePort } from '../support/hub/hub-process.ts';
import { watchProcess } from '../support/watch-process.ts';

export interface HomeAssistant {
  /** Null for an entity that it does not have. */
  state(entity: string): Promise<State | null>;
  /** The log since its start: warnings and errors. */
  log(): string;
  stop(): Promise<void>;
}

interface State {
  readonly state: string;
  readonly attributes: Record<string, unknown>;
}

interface Configured {
  /** The Python environment. */
  readonly program: string;
  readonly folder: string;
  readonly port: number;
}

const account = { username: 'owner', password: 'secret' };

/**
 * @param secrets lines of `secrets.yaml`
 * @param notifyUrl where `notify.guild` posts `{message, title}`
 */
export async function configureHomeAssistant(
  program: string,
  folder: string,
  { guild, secrets, notifyUrl }: { guild: string; secrets: string; notifyUrl: string },
): Promise<Configured> {
  const port = await freePort();
  const configuration = `
homeassistant:
  packages:
    guild: !include guild.yaml
http:
  server_host: 127.0.0.1
  server_port: ${port}
api:
auth:
notify:
  - platform: rest
    name: guild
    resource: ${notifyUrl}
    method: POST_JSON
    title_param_name: title
logger:
  default: warning
`;
  await mkdir(folder, { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'configuration.yaml'), configuration),
    writeFile(join(folder, 'guild.yaml'), guild),
    writeFile(join(folder, 'secrets.yaml'), secrets),
  ]);
  const add = ['--script', 'auth', '-c', folder, 'add', account.username, account.password];
  const { code, text } = await runTool(`${program}/bin/hass`, add, { cwd: folder });
  if (code !== 0) throw new Error(`Home Assistant added no user: ${text}`);
  return { program, folder, port };
}

/** Waits until the API answers. Home Assistant ends with the test. */
export async function startHomeAssistant({ program, folder, port }: Configured): Promise<HomeAssistant> {
  const path = `${program}/bin:${process.env.PATH}`;
  const child = spawn(`${program}/bin/hass`, ['-c', folder, '--skip-pip'], {
    env: { HOME: folder, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { printed, stop } = watchProcess(child);
  const origin = `http://127.0.0.1:${port}`;
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`Home Assistant ended: ${printed()}`);
    const { status } = await fetch(`${origin}/api/`);
    if (status !== 401) throw new Error(`its API answered ${status}`);
  };
  await vi.waitFor(isUp, { timeout: 120_000, interval: 200 });
  const headers = { authorization: `Bearer ${await signIn(origin)}` };
  return {
    state: async (entity) => {
      const answer = await fetch(`${origin}/api/states/${entity}`, { headers });
      return answer.ok ? ((await answer.json()) as State) : null;
    },
    log: printed,
    stop,
  };
}

/** @returns an access token */
async function signIn(origin: string): Promise<string> {
  const client = { client_id: `${origin}/` };
  const begun = { ...client, handler: ['homeassistant', null], redirect_uri: `${origin}/` };
  const { flow_id: flow } = await post(`${origin}/auth/login_flow`, JSON.stringify(begun));
  const given = JSON.stringify({ ...client, ...account });
  const { result: code } = await post(`${origin}/auth/login_flow/${flow}`, given);
  const form = new URLSearchParams({ ...client, grant_type: 'authorization_code', code: String(code) });
  return String((await post(`${origin}/auth/token`, form)).access_token);
}

async function post(url: string, body: string | URLSearchParams): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { method: 'POST', body });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}
