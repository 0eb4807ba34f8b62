import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createGuild } from '../guild.ts';

const samplesFolder = new URL('../../../test/fixtures/reports/', import.meta.url);
const startedAt = 1_800_000_000_000;

/** A tree instead of paths as texts, because two hours of a guild are 150 MB of reports. */
interface Shape {
  readonly types: Set<string>;
  readonly below: Map<string, Shape>;
}

/** All skills share a path, and so do all elements of a list. */
function addTo({ types, below }: Shape, value: unknown, isSkills = false): void {
  if (Array.isArray(value)) {
    const elements = at(below, '[]');
    for (const element of value) addTo(elements, element);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      addTo(at(below, isSkills ? '*' : key), entry, key === 'skills');
    }
  } else types.add(value === null ? 'null' : typeof value);
}

function at(below: Map<string, Shape>, key: string): Shape {
  const known = below.get(key);
  if (known !== undefined) return known;
  const shape = emptyShape();
  below.set(key, shape);
  return shape;
}

function emptyShape(): Shape {
  return { types: new Set(), below: new Map() };
}

/** The data of an event is below its type, because the types differ. */
function addReport(shape: Shape, report: { events: { type: string; data: unknown }[] }): void {
  const { events, ...rest } = report;
  addTo(at(shape.below, 'report'), rest);
  for (const { type, data, ...envelope } of events) {
    addTo(at(shape.below, `data of ${type}`), data);
    addTo(at(shape.below, 'event'), envelope);
  }
}

/** Like `report.player.health.current number`. */
function pathsOf({ types, below }: Shape, path = ''): string[] {
  const own = [...types].map((type) => `${path} ${type}`);
  return [...own, ...[...below].flatMap(([key, shape]) => pathsOf(shape, `${path}.${key}`))];
}

const samples = emptyShape();
for (const file of readdirSync(samplesFolder).filter((name) => /^ha-(?!.*pair)/.test(name))) {
  addReport(samples, JSON.parse(readFileSync(new URL(file, samplesFolder), 'utf8')));
}

test('reports have exactly the keys and types of the sample payloads', () => {
  const guild = createGuild({ players: 60, seed: 5, startedAt });
  const sent = emptyShape();
  for (let now = startedAt; now <= startedAt + 2 * 3_600_000; now += 2_000) {
    for (const { body } of guild.advance(now)) addReport(sent, JSON.parse(body));
  }
  expect(pathsOf(sent).toSorted()).toEqual(pathsOf(samples).toSorted());
});

test('messages respect the limits of the endpoint', () => {
  const guild = createGuild({ players: 40, seed: 6, startedAt });
  for (let at = startedAt; at <= startedAt + 1_800_000; at += 2_000) {
    for (const { body } of guild.advance(at)) {
      expect(Buffer.byteLength(body)).toBeLessThan(256 * 1024);
      const { player } = JSON.parse(body);
      expect(player.locationTrail?.length ?? 0).toBeLessThanOrEqual(300);
      expect(player.health.current).toBeGreaterThanOrEqual(0);
    }
  }
});

test('the first message of each player has no location, skills and items yet', () => {
  const guild = createGuild({ players: 5, seed: 7, startedAt });
  const first = new Map<number, object>();
  for (let at = startedAt; at <= startedAt + 600_000; at += 2_000) {
    for (const { player, body } of guild.advance(at)) {
      if (!first.has(player)) first.set(player, JSON.parse(body).player);
    }
  }
  const unknown = ['location', 'locationTrail', 'spellbook', 'stats', 'inventory', 'equipment'];
  expect(first.size).toBe(5);
  for (const sent of first.values()) for (const key of unknown) expect(sent).not.toHaveProperty(key);
});
