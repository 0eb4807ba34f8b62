import { expect, test } from 'vitest';
import { z } from 'zod';
import { databaseUrlSetting, hubSecretSetting, integerSetting, readSettings } from './settings.ts';

const schema = z.object({
  PORT: integerSetting({ min: 0, max: 65_535 }).default(3_000),
  WORKER_METRICS_PORT: integerSetting({ min: 0, max: 65_535 }).default(9_464),
  DATABASE_URL: databaseUrlSetting.optional(),
  HUB_SECRET: hubSecretSetting.optional(),
});

test('uses the default of a setting that is missing or empty', () => {
  expect(readSettings(schema, { PORT: ' ', HOME: '/root' })).toEqual({
    PORT: 3_000,
    WORKER_METRICS_PORT: 9_464,
  });
});

test('names the variable, the value and what is allowed, in one line', () => {
  expect(() => readSettings(schema, { PORT: '70000' })).toThrow(
    /^PORT '70000' is not allowed: it must be a whole number from 0 to 65535$/,
  );
});

test('never shows a secret', () => {
  const secret = 'http://user:hunter2@host/';
  expect(() => readSettings(schema, { DATABASE_URL: secret })).toThrow(
    /^DATABASE_URL is not allowed: .*5432/,
  );
  expect(() => readSettings(schema, { DATABASE_URL: secret })).not.toThrow(/hunter2/);
  expect(() => readSettings(schema, { HUB_SECRET: 'hunter2' })).toThrow(
    /^HUB_SECRET is not allowed: .*32 bytes/,
  );
  expect(() => readSettings(schema, { HUB_SECRET: 'hunter2' })).not.toThrow(/hunter2/);
});

test.each(['1e3', '-1', '3000.5', '0x10', '٣'])('accepts digits only: %s', (port) => {
  expect(() => readSettings(schema, { PORT: port })).toThrow('PORT');
});

test("names the setting that keeps Kubernetes' links to services out of ports", () => {
  expect(() => readSettings(schema, { WORKER_METRICS_PORT: 'tcp://10.96.0.12:9464' })).toThrow(
    /^WORKER_METRICS_PORT 'tcp:\S+' is no port, but an address that Kubernetes sets for the service 'worker-metrics': set enableServiceLinks: false for the pod, or set WORKER_METRICS_PORT$/,
  );
});
