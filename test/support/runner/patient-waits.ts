import { expect, vi } from 'vitest';
import { patient } from './patience.ts';

interface Waiting {
  readonly timeout?: number;
  readonly interval?: number;
}

/** Files share a worker, so that this file may run several times in a process. */
const state = globalThis as { waitsArePatient?: true };

if (state.waitsArePatient === undefined) {
  state.waitsArePatient = true;
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options) => waitFor(callback, patientOptions(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, patientOptions(options));
  const { poll } = expect;
  expect.poll = (callback, options) => poll(callback, patientOptions(options) as typeof options);
}

function patientOptions<Options extends Waiting>(options: Options | number | undefined) {
  if (typeof options === 'number') return patient(options);
  if (options?.timeout === undefined) return options;
  return { ...options, timeout: patient(options.timeout) };
}
