import { expect, it, vi } from 'vitest';
import { createDataKey, openValue, sealValue, unwrapDataKey, wrapDataKey, wrappingKey } from './sealing.ts';

const record = { stream: 'hub.feed', recordId: '0b5f9a5e-2d1c-4c4e-9a57-0c1f6c9f8f11' };
const value = Buffer.from('a value that names Zezima');
const wrapping = wrappingKey(Buffer.alloc(32, 1));

it('opens the values that it sealed, and the sealed bytes do not show them', () => {
  const key = createDataKey('account1');
  const sealed = sealValue(key, record, value);
  expect(openValue(key, record, sealed)).toEqual(value);
  expect(sealed.includes('Zezima')).toBe(false);
  expect(sealValue(key, record, value)).not.toEqual(sealed);
});

it('uses no nonce twice, also after a restart of the process, and no nonce of zeros', async () => {
  const key = createDataKey('account1');
  const noncesOf = (seal: typeof sealValue) =>
    Array.from({ length: 1_000 }, () => seal(key, record, value).toString('hex', 1, 13));
  vi.resetModules();
  const restarted = await import('./sealing.ts');
  const nonces = [...noncesOf(sealValue), ...noncesOf(restarted.sealValue)];
  expect(new Set(nonces).size).toBe(2_000);
  expect(nonces).not.toContain('0'.repeat(24));
});

it('seals an empty value', () => {
  const key = createDataKey('account1');
  expect(openValue(key, record, sealValue(key, record, Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
});

it('does not open a value in another record, in another stream or with another key', () => {
  const key = createDataKey('account1');
  const sealed = sealValue(key, record, value);
  expect(() => openValue(key, { ...record, recordId: 'another' }, sealed)).toThrow();
  expect(() => openValue(key, { ...record, stream: 'hub.raw' }, sealed)).toThrow();
  expect(() => openValue(createDataKey('account1'), record, sealed)).toThrow();
  expect(() => openValue({ ...key, id: 'another' }, record, sealed)).toThrow();
});

it('does not open a value with a changed byte, or a value that was cut short', () => {
  const key = createDataKey('account1');
  const sealed = sealValue(key, record, value);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openValue(key, record, changed)).toThrow();
    expect(() => openValue(key, record, sealed.subarray(0, at))).toThrow();
  }
});

it('unwraps a data key only with the same secret and for the same subject and id', () => {
  const key = createDataKey('account1');
  const wrapped = wrapDataKey(wrapping, key);
  const unwrapped = unwrapDataKey(wrapping, 'account1', key.id, wrapped);
  expect(openValue(unwrapped, record, sealValue(key, record, value))).toEqual(value);
  expect(wrapped.includes(key.key.export())).toBe(false);
  expect(() => unwrapDataKey(wrappingKey(Buffer.alloc(32, 2)), 'account1', key.id, wrapped)).toThrow();
  expect(() => unwrapDataKey(wrapping, 'account2', key.id, wrapped)).toThrow();
  expect(() => unwrapDataKey(wrapping, 'account1', 'another', wrapped)).toThrow();
});
