import { setTimeout as delay } from 'node:timers/promises';
import type { Breakable } from '../support/kafka/breakable.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type MishapName, mishapNames } from './mishaps.ts';

const victims = ['ingest', 'projector', 'query', 'broker', 'database'] as const;
const actions = ['SIGKILL', 'SIGSTOP', 'restart'] as const;

export type Victim = (typeof victims)[number];

export interface Fault {
  readonly victim: Victim;
  /** Selects a process of that kind, as a fraction from 0 to below 1. */
  readonly which: number;
  /** The victim of a mishap is the database. */
  readonly action: (typeof actions)[number] | MishapName;
  /** Time since the previous fault began. */
  readonly afterMs: number;
  /** Time between a SIGKILL and the next start. */
  readonly awayMs: number;
}

const restMaxMs = 20_000;
const awayMaxMs = 6_000;
const frozenMs = 40_000;

/** Every action to every victim and each mishap in a random order, repeated up to `count`. */
export function planFaults(count: number, seed: number): Fault[] {
  const random = seededRandom(seed);
  const deck: Pick<Fault, 'victim' | 'action'>[] = [];
  return Array.from({ length: count }, () => {
    if (deck.length === 0) {
      deck.push(...victims.flatMap((victim) => actions.map((action) => ({ victim, action }))));
      deck.push(...mishapNames.map((action) => ({ victim: 'database', action }) as const));
    }
    const [card] = deck.splice(Math.floor(random() * deck.length), 1);
    if (card === undefined) throw new Error('the deck is empty');
    return { ...card, which: random(), afterMs: random() * restMaxMs, awayMs: random() * awayMaxMs };
  });
}

/** Faults of different victims overlap; the next fault of a victim waits for its last fault. */
export async function strikeAll(
  faults: readonly Fault[],
  targets: Readonly<Record<Victim, readonly Breakable[]>>,
  mishaps: Readonly<Record<MishapName, (forMs: number) => Promise<void>>>,
  tell: (text: string) => void,
): Promise<void> {
  const over = new Map<Breakable, Promise<void>>();
  for (const [number, { victim, which, action, afterMs, awayMs }] of faults.entries()) {
    await delay(afterMs);
    const index = Math.floor(which * targets[victim].length);
    const target = targets[victim][index];
    if (target === undefined) throw new Error(`there is no ${victim}`);
    await over.get(target);
    tell(`fault ${number + 1}: ${action} of ${victim} ${index + 1}`);
    const striking = isMishap(action) ? mishaps[action](awayMs) : strike(target, action, awayMs);
    // Without this, the error is an unhandled rejection until some code waits for the fault.
    striking.catch(() => {});
    over.set(target, striking);
  }
  await Promise.all(over.values());
}

function isMishap(action: Fault['action']): action is MishapName {
  return mishapNames.some((name) => name === action);
}

async function strike(target: Breakable, action: (typeof actions)[number], awayMs: number): Promise<void> {
  if (action === 'SIGSTOP') {
    await target.pause();
    await delay(frozenMs);
    return target.resume();
  }
  await (action === 'SIGKILL' ? target.kill() : target.stop());
  if (action === 'SIGKILL') await delay(awayMs);
  await target.start();
}
