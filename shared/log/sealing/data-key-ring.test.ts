import { expect, test } from 'vitest';
import { dataKeyMade } from '../../events/types/data-key-made.ts';
import type { LogRecord } from '../event-log.ts';
import { createDataKeyRing } from './data-key-ring.ts';
import { createDataKey, type DataKey, wrapDataKey, wrappingKey } from './sealing.ts';

const wrapping = wrappingKey(Buffer.alloc(32, 1));

/** Without a value, the record says that the data key was destroyed. */
function recordOf({ subject, id }: DataKey, value: Buffer | null): LogRecord {
  return {
    ...{ stream: 'hub.keys', partition: 0, offset: 0, appendTime: 0, key: `${subject}/${id}` },
    ...{ recordId: id, type: dataKeyMade.type, version: 1, source: 'hub', keyId: null, value },
  };
}

function valueFor(key: DataKey): Buffer {
  const wrapped = wrapDataKey(wrapping, key).toString('base64');
  return Buffer.from(JSON.stringify({ subject: key.subject, key_id: key.id, wrapped }));
}

test('a destroyed data key can neither open nor seal, and the keys of other subjects stay', () => {
  const ring = createDataKeyRing(wrapping, 10);
  const [gone, other] = [createDataKey('gone'), createDataKey('other')];
  for (const key of [gone, other]) ring.add(key);
  expect(ring.byId(gone.id)).toBe(gone);
  expect(ring.newestOf('gone')).toBe(gone);
  ring.take(recordOf(gone, null));
  expect(ring.byId(gone.id)).toBeUndefined();
  expect(ring.newestOf('gone')).toBeUndefined();
  expect([ring.isErased('gone'), ring.isErased('other')]).toEqual([true, false]);
  expect(ring.newestOf('other')).toBe(other);
});

test('a subject with a destroyed data key has no newest key, even while another key of the subject exists', () => {
  const ring = createDataKeyRing(wrapping, 10);
  const [first, second] = [createDataKey('gone'), createDataKey('gone')];
  for (const key of [first, second]) ring.add(key);
  ring.take(recordOf(first, null));
  expect(ring.newestOf('gone')).toBeUndefined();
  expect(ring.byId(second.id)).toBe(second);
});

test('a record of another type says nothing about data keys', () => {
  const ring = createDataKeyRing(wrapping, 10);
  const key = createDataKey('a');
  ring.take({ ...recordOf(key, valueFor(key)), type: 'another' });
  expect(ring.byId(key.id)).toBeUndefined();
  expect(ring.hasEvicted()).toBe(false);
});

test('a full ring reports that the log may contain further data keys', () => {
  const ring = createDataKeyRing(wrapping, 1);
  ring.add(createDataKey('a'));
  expect(ring.hasEvicted()).toBe(false);
  ring.add(createDataKey('b'));
  expect(ring.hasEvicted()).toBe(true);
});
