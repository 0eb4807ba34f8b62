import type { Logger } from '../../shared/logger.ts';
import { type DemoMemory, recallDemo, rememberDemo } from './demo-memory.ts';
import {
  enrolMembers,
  type Membership,
  makePairingCode,
  makeServiceKeys,
  type StoredKey,
} from './enrolment.ts';
import { guildNames } from './guild.ts';
import { startGuild } from './start-guild.ts';

/** A guild that plays on a hub. */
export interface Demo {
  /** A pairing code for the plugin of whoever watches; good for 5 minutes. */
  readonly code: string | null;
  /** Rejects when the guild cannot go on. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

export interface DemoOptions {
  readonly players: number;
  readonly seed: number;
  /** Of the hub, like http://127.0.0.1:3000. */
  readonly origin: string;
  readonly hub: Membership;
  /** Becomes a service key that reads everything. */
  readonly key: StoredKey;
  /** What the characters know, where no earlier demo left anything: the end of a past that was written for them. */
  readonly learned: DemoMemory['learned'];
  /** Claimed for a demo: there it keeps what it goes on with. */
  readonly dataDir: string;
  readonly logger: Logger;
}

const guest = 'Demo guest';
const directoryWaitMs = 10_000;
const rememberEveryMs = 60_000;

export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { players, seed, origin, hub, dataDir, logger } = options;
  const recalled = await recallDemo(dataDir, seed);
  const remembered = { ...recalled, learned: { ...options.learned, ...recalled.learned } };
  await hub.directory.atLeast(0, directoryWaitMs);
  const members = await enrolMembers(hub, [guest, ...guildNames(players, seed)]);
  const codeFor = (name: string): Promise<string | null> => {
    const member = members.get(name);
    return member === undefined ? Promise.resolve(null) : makePairingCode(hub, member);
  };
  await makeServiceKeys(hub, [options.key]);
  const code = await codeFor(guest);

  let memory: DemoMemory = remembered;
  let remembering = Promise.resolve();
  function remember(news: Partial<DemoMemory>): void {
    memory = { ...memory, ...news };
    remembering = remembering
      .then(() => rememberDemo(dataDir, memory))
      .catch((error: unknown) => logger.warn({ err: error }, 'cannot keep what the demo goes on with'));
  }
  const guild = startGuild(
    { origin, players, seed, startedAt: Date.now(), tokens: memory.tokens, learned: memory.learned },
    {
      codeFor,
      onPaired: (player, token) => {
        memory = { ...memory, tokens: { ...memory.tokens, [player]: token } };
      },
      onLearned: (learned) => remember({ learned }),
    },
  );
  const saving = setInterval(guild.save, rememberEveryMs);
  return {
    code,
    failed: guild.failed,
    stop: async () => {
      clearInterval(saving);
      await guild.stop();
      // The guild's last word is written before the data directory may go.
      await remembering;
    },
  };
}
