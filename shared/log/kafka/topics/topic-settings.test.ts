import { expect, it } from 'vitest';
import { dayMs, hourMs } from '../../../domain/durations.ts';
import type { StreamName } from '../../../events/streams.ts';
import { topicSettings } from './topic-settings.ts';

/** Kafka checks every 5 minutes and deletes a minute later; the rest is for a slow broker. */
const deletionMs = 10 * 60_000;

/** How long Kafka keeps a record of a topic, ms. */
function lives(stream: StreamName, limitMs: number): { longest: number; shortest: number } {
  const settings = topicSettings(stream, {
    retention: {
      rawPayloadMs: limitMs,
      locationMs: limitMs,
      tileTrailMs: limitMs,
      auditLogMs: limitMs,
    },
    timestamps: 'LogAppendTime',
    replicas: 3,
  });
  const shortest = Number(settings.get('retention.ms'));
  return { longest: shortest + Number(settings.get('segment.ms')) + deletionMs, shortest };
}

it.each([
  ['hub.raw', hourMs],
  ['hub.raw', 2 * hourMs],
  ['hub.raw', 3 * hourMs],
  ['hub.raw', 72 * hourMs],
  ['hub.location', dayMs],
  ['hub.audit', dayMs],
] as const)('%s keeps records no longer than its limit of %i ms, and not much shorter', (stream, limitMs) => {
  const { longest, shortest } = lives(stream, limitMs);
  expect(longest).toBeLessThanOrEqual(limitMs);
  expect(shortest).toBeGreaterThanOrEqual(Math.max(0.4 * limitMs, limitMs - hourMs - deletionMs));
});

it.each([
  [1, '1'],
  [2, '1'],
  [3, '2'],
  [4, '2'],
  [5, '2'],
])('an append to a topic with %i replicas waits for %s of them in sync', (replicas, minInSync) => {
  const settings = topicSettings('hub.xp', { retention: null, timestamps: 'LogAppendTime', replicas });
  expect(settings.get('min.insync.replicas')).toBe(minInSync);
});
