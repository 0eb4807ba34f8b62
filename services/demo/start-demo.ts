import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StoredApiKey } from '../../projections/access/commands/keys/new-api-key.ts';
import { namedAccounts } from '../../projections/access/visibility/sorted-accounts.ts';
import { startPeriodicTask } from '../../shared/async/periodic-task.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { FromGuild, ToGuild } from './client/messages.ts';
import type { GuildConnections } from './client/play-guild.ts';
import { type DemoMemory, readDemoMemory, writeDemoMemory } from './demo-memory.ts';
import {
  appointAdmin,
  createPairingCode,
  createServiceKey,
  type EnrolmentHub,
  enrolMembers,
} from './enrolment.ts';
import { fillBanks } from './fill-banks.ts';
import { guildNames } from './guild.ts';
import { newKillCounts } from './history/holdings-of-past.ts';
import { openCompetitions } from './open-competitions.ts';
import type { SavedCharacters } from './play/saved-character.ts';

export interface DemoOptions {
  readonly players: number;
  readonly seed: number;
  /** The hub's address, like http://127.0.0.1:3000. */
  readonly origin: string;
  readonly hub: EnrolmentHub;
  /** The service key to create, which reads everything. */
  readonly key: StoredApiKey;
  /** The characters at the end of a simulated past, for players without a saved character. */
  readonly characters: SavedCharacters;
  /** A directory that is claimed for a demo, which saves its state there. */
  readonly dataDir: string;
  readonly logger: Logger;
}

const guest = 'Demo guest';
const directoryWaitMs = 10_000;
const saveEveryMs = 60_000;
/** Each count would hide other events in the feed. */
const toldEveryKills = 10;
/** New accounts appear with the first reports of players. */
const fillEveryMs = 5_000;

/** Starts a simulated guild that plays on a hub. */
export async function startDemo(options: DemoOptions) {
  const { players, seed, origin, hub, dataDir, logger } = options;
  const earlier = await readDemoMemory(dataDir, seed);
  let memory: DemoMemory = { ...earlier, learned: { ...options.characters, ...earlier.learned } };
  // The past is written once, and a demo may be killed before its first save.
  await writeDemoMemory(dataDir, memory);
  await hub.directory.atLeast(0, directoryWaitMs);
  const names = guildNames(players, seed);
  const members = await enrolMembers(hub, [guest, ...names]);
  const [name = guest] = names;
  const officer = { id: members.get(name) ?? '', name };
  await appointAdmin(hub, officer.id);
  const codeFor = (name: string): Promise<string | null> => {
    const member = members.get(name);
    return member === undefined ? Promise.resolve(null) : createPairingCode(hub, member);
  };
  await createServiceKey(hub, options.key);
  await openCompetitions(hub, Date.now());
  const code = await codeFor(guest);

  let saved = Promise.resolve();
  function save(learned: SavedCharacters): void {
    const accounts = namedAccounts(hub.directory.currentOrStale().accounts);
    const counts = newKillCounts(accounts, memory.learned, learned, toldEveryKills);
    memory = { ...memory, learned };
    saved = saved
      .then(async () => {
        if (counts.length > 0) await hub.journal.append(counts);
        await writeDemoMemory(dataDir, memory);
      })
      .catch((error: unknown) => logger.warn({ err: error }, 'cannot save the state of the demo'));
  }
  const guild = startGuild(
    { origin, players, seed, startedAt: Date.now(), tokens: memory.tokens, characters: memory.learned },
    {
      codeFor,
      onPaired: (player, token) => {
        memory = { ...memory, tokens: { ...memory.tokens, [player]: token } };
      },
      onSaved: save,
    },
  );
  const saving = setInterval(guild.save, saveEveryMs);
  const simulated = new Set([...members].filter(([name]) => name !== guest).map(([, id]) => id));
  const filling = startPeriodicTask({
    name: 'filling of simulated banks',
    run: () => fillBanks(hub, simulated, Date.now()),
    everyMs: fillEveryMs,
    logger,
  });
  return {
    /** A pairing code with which the user can connect a plugin, valid for 5 minutes. */
    code,
    /** The player whom a visitor signs in as, an admin. */
    officer,
    /** Rejects when the guild's process ends unexpectedly. */
    failed: guild.failed,
    stop: async () => {
      clearInterval(saving);
      await filling.stop();
      await guild.stop();
      // The data directory may be deleted after this, so the last state must be written first.
      await saved;
    },
  };
}

interface GuildHooks extends Pick<GuildConnections, 'codeFor' | 'onPaired'> {
  /** Gets the characters, after each `save` and at the end. */
  readonly onSaved: (characters: SavedCharacters) => void;
}

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const stopMs = 3_000;

/**
 * Starts a guild in a separate process, which ends with this process. `failed` rejects when the
 * process ends without a stop.
 */
function startGuild(options: Omit<Extract<ToGuild, { kind: 'start' }>, 'kind'>, hooks: GuildHooks) {
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
