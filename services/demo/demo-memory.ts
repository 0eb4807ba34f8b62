import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../../shared/errors/errors.ts';
import { createFileDurably, writeFileDurably } from '../../shared/files/durable-file.ts';
import { SavedCharacter } from './play/saved-character.ts';

/** The state from which a stopped demo continues: the plugins' tokens and the characters. */
const DemoMemory = z.object({
  seed: z.int(),
  tokens: z.record(z.string(), z.string()),
  /** Characters by player. Earlier demos stored only xp under this name. */
  learned: z.record(z.string(), SavedCharacter),
});
export type DemoMemory = z.infer<typeof DemoMemory>;

const fileOf = (dataDir: string) => join(dataDir, 'demo.json');
const emptyMemory = (seed: number): DemoMemory => ({ seed, tokens: {}, learned: {} });

/**
 * Marks a data directory as a demo's before the demo adds the first simulated player.
 * @throws OperatorError when its hub already has members and is not a demo
 */
export async function claimForDemo(dataDir: string, seed: number, hasMembers: boolean): Promise<void> {
  if (!hasMembers) await createFileDurably(fileOf(dataDir), JSON.stringify(emptyMemory(seed)));
  else {
    await access(fileOf(dataDir)).catch((error: unknown) => {
      const message = `${dataDir} holds a hub with members but no demo.json; take another folder`;
      throw new OperatorError('not_a_demo', message, { cause: error });
    });
  }
}

/**
 * Reads the memory of an earlier demo. Empty for another seed, because another seed has other
 * players.
 * @throws OperatorError when the file is damaged
 */
export async function readDemoMemory(dataDir: string, seed: number): Promise<DemoMemory> {
  const file = fileOf(dataDir);
  const text = await readFile(file, 'utf8');
  try {
    const memory = DemoMemory.parse(JSON.parse(text));
    return memory.seed === seed ? memory : emptyMemory(seed);
  } catch (error) {
    throw new OperatorError('bad_demo_memory', `${file} cannot be read; delete ${dataDir} to start again`, {
      cause: error,
    });
  }
}

export async function writeDemoMemory(dataDir: string, memory: DemoMemory): Promise<void> {
  await writeFileDurably(fileOf(dataDir), JSON.stringify(memory));
}
