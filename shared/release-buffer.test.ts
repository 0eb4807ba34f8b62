import { expect, test } from 'vitest';
import { releaseBuffer } from './release-buffer.ts';

test('a large buffer is empty once it was released, and its memory is not counted any more', () => {
  const before = process.memoryUsage().arrayBuffers;
  const large = Buffer.alloc(8 * 1024 * 1024, 1);
  expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(7 * 1024 * 1024);
  releaseBuffer(large);
  releaseBuffer(large);
  expect(large).toHaveLength(0);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
});

test('small buffers, which share their memory with others, stay as they are', () => {
  const [small, neighbour] = [Buffer.from('one'), Buffer.from('other')];
  releaseBuffer(small);
  expect([small, neighbour].map(String)).toEqual(['one', 'other']);
});
