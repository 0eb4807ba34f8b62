import type { StoredApiKey } from '../../projections/access/commands/keys/new-api-key.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { type DemoMemory, readDemoMemory, writeDemoMemory } from './demo-memory.ts';
import { createPairingCode, createServiceKey, type EnrolmentHub, enrolMembers } from './enrolment.ts';
import { guildNames } from './guild.ts';
import { startGuild } from './start-guild.ts';

/** A simulated guild that plays on a hub. */
export interface Demo {
  /** A pairing code with which the user can connect a plugin, valid for 5 minutes. */
  readonly code: string | null;
  /** Rejects when the guild's process ends unexpectedly. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

export interface DemoOptions {
  readonly players: number;
  readonly seed: number;
  /** The hub's address, like http://127.0.0.1:3000. */
  readonly origin: string;
  readonly hub: EnrolmentHub;
  /** The service key to create, which reads everything. */
  readonly key: StoredApiKey;
  /** The characters at the end of a simulated past, for players without a saved character. */
  readonly characters: DemoMemory['learned'];
  /** A directory that is claimed for a demo, which saves its state there. */
  readonly dataDir: string;
  readonly logger: Logger;
}

const guest = 'Demo guest';
const directoryWaitMs = 10_000;
const saveEveryMs = 60_000;

export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { players, seed, origin, hub, dataDir, logger } = options;
  const earlier = await readDemoMemory(dataDir, seed);
  let memory: DemoMemory = { ...earlier, learned: { ...options.characters, ...earlier.learned } };
  await hub.directory.atLeast(0, directoryWaitMs);
  const members = await enrolMembers(hub, [guest, ...guildNames(players, seed)]);
  const codeFor = (name: string): Promise<string | null> => {
    const member = members.get(name);
    return member === undefined ? Promise.resolve(null) : createPairingCode(hub, member);
  };
  await createServiceKey(hub, options.key);
  const code = await codeFor(guest);

  let saved = Promise.resolve();
  function save(changes: Partial<DemoMemory>): void {
    memory = { ...memory, ...changes };
    saved = saved
      .then(() => writeDemoMemory(dataDir, memory))
      .catch((error: unknown) => logger.warn({ err: error }, 'cannot save the state of the demo'));
  }
  const guild = startGuild(
    { origin, players, seed, startedAt: Date.now(), tokens: memory.tokens, characters: memory.learned },
    {
      codeFor,
      onPaired: (player, token) => {
        memory = { ...memory, tokens: { ...memory.tokens, [player]: token } };
      },
      onSaved: (learned) => save({ learned }),
    },
  );
  const saving = setInterval(guild.save, saveEveryMs);
  return {
    code,
    failed: guild.failed,
    stop: async () => {
      clearInterval(saving);
      await guild.stop();
      // The data directory may be deleted after this, so the last state must be written first.
      await saved;
    },
  };
}
