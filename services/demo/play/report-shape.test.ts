import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createGuild } from '../guild.ts';

const samples = new URL('../../../test/fixtures/reports/', import.meta.url);
const startedAt = 1_800_000_000_000;

/**
 * The paths of a document's keys with the types of their values, like `player.health.current number`. All skills have one
 * path, and so have all elements of a list.
 */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => shapeOf(entry, `${path}[]`));
  if (typeof value !== 'object' || value === null)
    return [`${path} ${value === null ? 'null' : typeof value}`];
  const ofSkills = path.endsWith('.skills');
  return Object.entries(value).flatMap(([key, entry]) => shapeOf(entry, `${path}.${ofSkills ? '*' : key}`));
}

/** The shape with an event's data under its type, since every type has its own. */
function reportShape(report: { events: { type: string; data: unknown }[] }): Set<string> {
  const { events, ...rest } = report;
  const ofEvents = events.flatMap(({ type, data, ...envelope }) => [
    ...shapeOf(data, `data of ${type}`),
    ...shapeOf(envelope, 'event'),
  ]);
  return new Set([...shapeOf(rest), ...ofEvents]);
}

const sampleShape = new Set(
  readdirSync(samples)
    .filter((file) => file.startsWith('ha-') && !file.includes('pair'))
    .flatMap((file) => [...reportShape(JSON.parse(readFileSync(new URL(file, samples), 'utf8')))]),
);

test('reports have only keys and types of the sample payloads, and all of these occur', () => {
  const guild = createGuild({ players: 60, seed: 5, startedAt });
  const sent = new Set<string>();
  for (let at = startedAt; at <= startedAt + 2 * 3_600_000; at += 2_000) {
    for (const { body } of guild.advance(at))
      for (const path of reportShape(JSON.parse(body))) sent.add(path);
  }
  expect([...sent.difference(sampleShape)]).toEqual([]);
  expect([...sampleShape.difference(sent)]).toEqual([]);
});

test('messages keep within the limits of the endpoint', () => {
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
