import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What one hostile member's client sends to make a hub fall over. */
export interface Attack {
  readonly name: string;
  /** Reports to send; each device is refused once it sent its `DEVICE_HOURLY_MB`, and the next one goes on. */
  readonly reports: number;
  readonly devices: number;
  /** The body of report `number`, JSON. */
  readonly body: (number: number) => object;
}

const sample = JSON.parse(
  readFileSync(new URL('../fixtures/reports/ha-snapshot.json', import.meta.url), 'utf8'),
);

/** Every one was made against a hub that fell over, ran full, or lost its readers (decisions.md, Limits of what one member can do). */
export const attacks: readonly Attack[] = [
  {
    name: 'a fresh account and 240,000 characters in each report',
    reports: 2_200,
    devices: 4,
    body: () => ({
      player: { name: 'A', accountHash: freshHash() },
      state: 'x'.repeat(240_000),
      events: [event({})],
      timestamp: Date.now(),
    }),
  },
  {
    name: '1,500 accounts of 200 items and 100 skills with long names',
    reports: 1_500,
    devices: 2,
    body: (number) => ({
      player: {
        ...sample.player,
        accountHash: freshHash(),
        inventory: { items: items(number, 'inventorySlot') },
        equipment: { items: items(number, 'equipmentSlot') },
        stats: {
          skills: Object.fromEntries(
            Array.from({ length: 100 }, (_, skill) => [long(`s${skill}`), { xp: number, level: 1 }]),
          ),
        },
      },
      timestamp: Date.now(),
    }),
  },
  {
    name: 'events as large as a body takes',
    reports: 1_200,
    devices: 1,
    body: () => ({
      player: { name: 'B', accountHash: 'b'.repeat(56) },
      events: Array.from({ length: 13 }, () => event({ text: randomBytes(7_500).toString('hex') })),
      timestamp: Date.now(),
    }),
  },
];

function event(data: object) {
  return { type: 'madeUp', data, eventId: randomUUID(), timestamp: Date.now() };
}

function items(number: number, slot: string) {
  return Array.from({ length: 100 }, (_, index) => ({
    name: long(`${number} ${index}`),
    id: index,
    gePrice: 1,
    haPrice: 1,
    quantity: 1,
    [slot]: index,
  }));
}

function long(start: string): string {
  return start.padEnd(256, 'n');
}

function freshHash(): string {
  return randomBytes(28).toString('hex');
}
