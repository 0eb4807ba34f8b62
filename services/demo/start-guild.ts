import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromGuild, ToGuild } from './client/messages.ts';
import type { SavedCharacter } from './play/saved-character.ts';

export interface GuildHooks {
  /** A pairing code for a player; null when no code is available now. */
  readonly codeFor: (player: string) => Promise<string | null>;
  readonly onPaired: (player: string, token: string) => void;
  /** Gets the characters, after each `save` and at the end. */
  readonly onSaved: (characters: Readonly<Record<string, SavedCharacter>>) => void;
}

/** The process of a simulated guild. */
export interface RunningGuild {
  /** Requests the characters, which `onSaved` gets. */
  save(): void;
  /** Rejects when the process ends without a stop. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const stopMs = 3_000;

/** Starts a guild in a separate process, which ends with this process. */
export function startGuild(
  options: Omit<Extract<ToGuild, { kind: 'start' }>, 'kind'>,
  hooks: GuildHooks,
): RunningGuild {
  const child = fork(main, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  const ended = once(child, 'exit').catch(() => {});
  let stopping = false;
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // The caller may wait for `failed` later. Until then, a failure is no unhandled rejection.
  failed.catch(() => {});
  child.on('error', reject);
  child.on('exit', () => {
    if (!stopping) reject(new Error('the process of the simulated guild ended'));
  });
  child.on('message', (message: FromGuild) => void receive(message));
  send({ kind: 'start', ...options });

  function send(message: ToGuild): void {
    if (child.connected) child.send(message);
  }

  async function receive(message: FromGuild): Promise<void> {
    if (message.kind === 'paired') hooks.onPaired(message.player, message.token);
    if (message.kind === 'saved') hooks.onSaved(message.characters);
    if (message.kind === 'code-wanted') {
      const code = await hooks.codeFor(message.player).catch(() => null);
      send({ kind: 'code', player: message.player, code });
    }
  }

  return {
    save: () => send({ kind: 'save' }),
    failed,
    stop: async () => {
      stopping = true;
      send({ kind: 'stop' });
      const force = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await ended;
      clearTimeout(force);
    },
  };
}
