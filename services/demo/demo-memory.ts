import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { skills } from '../../shared/domain/skill.ts';
import { writeFileDurably } from '../../shared/durable-file.ts';
import { OperatorError } from '../../shared/errors.ts';

/** What a demo needs to go on where it was: the plugins' tokens, and what the characters have learned. */
const DemoMemory = z.object({
  seed: z.int(),
  tokens: z.record(z.string(), z.string()),
  learned: z.record(z.string(), z.record(z.enum(skills), z.int().min(0))),
});
export type DemoMemory = z.infer<typeof DemoMemory>;

/**
 * What an earlier demo with this seed left in `file`; nothing when there is none, or one of another guild.
 * @throws OperatorError when the file is damaged
 */
export async function recallDemo(file: string, seed: number): Promise<DemoMemory> {
  const nothing: DemoMemory = { seed, tokens: {}, learned: {} };
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return nothing;
  try {
    const memory = DemoMemory.parse(JSON.parse(text));
    return memory.seed === seed ? memory : nothing;
  } catch (error) {
    throw new OperatorError('bad_demo_memory', `${file} cannot be read; delete it to begin anew`, {
      cause: error,
    });
  }
}

export async function rememberDemo(file: string, memory: DemoMemory): Promise<void> {
  await writeFileDurably(file, JSON.stringify(memory));
}
