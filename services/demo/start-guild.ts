import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromGuild, ToGuild } from './client/messages.ts';
import type { XpBySkill } from './game/skills.ts';

export interface GuildHooks {
  /** A pairing code for a player; null when none can be had now. */
  readonly codeFor: (player: string) => Promise<string | null>;
  readonly onPaired: (player: string, token: string) => void;
  /** What the players know: on request, and once more at the end. */
  readonly onLearned: (learned: Readonly<Record<string, XpBySkill>>) => void;
}

/** The guild's process, as its starter sees it. */
export interface RunningGuild {
  /** Asks for `onLearned`. */
  save(): void;
  /** Rejects when the process ends without being asked to. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const stopMs = 3_000;

/** Starts a guild that plays, in a process of its own that ends with this one. */
export function startGuild(
  options: Omit<Extract<ToGuild, { kind: 'start' }>, 'kind'>,
  hooks: GuildHooks,
): RunningGuild {
  const child = fork(main, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  const ended = once(child, 'exit');
  let stopping = false;
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Heard by whoever waits for it.
  failed.catch(() => {});
  child.on('error', reject);
  child.on('exit', () => {
    if (!stopping) reject(new Error('the process of the simulated guild ended'));
  });
  child.on('message', (message: FromGuild) => void hear(message));
  tell({ kind: 'start', ...options });

  function tell(message: ToGuild): void {
    if (child.connected) child.send(message);
  }

  async function hear(message: FromGuild): Promise<void> {
    if (message.kind === 'paired') hooks.onPaired(message.player, message.token);
    if (message.kind === 'learned') hooks.onLearned(message.learned);
    if (message.kind === 'code-wanted') {
      const code = await hooks.codeFor(message.player).catch(() => null);
      tell({ kind: 'code', player: message.player, code });
    }
  }

  return {
    save: () => tell({ kind: 'save' }),
    failed,
    stop: async () => {
      stopping = true;
      tell({ kind: 'stop' });
      const force = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await ended;
      clearTimeout(force);
    },
  };
}
