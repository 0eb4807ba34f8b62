import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../observability/logger.ts';
import { createOutages } from './outage-logging.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function openOutages() {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const said: string[] = [];
  const note = (_fields: unknown, text?: string) => void said.push(text ?? '');
  vi.spyOn(logger, 'warn').mockImplementation(note);
  vi.spyOn(logger, 'info').mockImplementation(note);
  return { outages: createOutages(logger, 'it cannot be read'), said };
}

const broken = 'it cannot be read, trying again until it works';
const worksAgain = 'the event log works again';

test('a lasting outage is logged once, and its end is logged when the last failed place works again', () => {
  const { outages, said } = openOutages();
  const [one, two] = [outages.at('broker 1'), outages.at('broker 2')];
  for (let tried = 0; tried < 20; tried += 1) {
    one.failed(new Error('away'));
    two.failed(new Error('away'));
    vi.advanceTimersByTime(150);
  }
  expect(said).toEqual([broken]);
  one.ended();
  expect(said).toEqual([broken]);
  two.ended();
  expect(said).toEqual([broken, worksAgain]);
});

test('a short time without a leader is not logged, and the next such time, however late, is not logged either', () => {
  const { outages, said } = openOutages();
  for (let change = 0; change < 3; change += 1) {
    outages.at('broker -1').failed(new Error('no leader'));
    vi.advanceTimersByTime(150);
    outages.at('broker 1').ended();
    vi.advanceTimersByTime(60_000);
  }
  expect(said).toEqual([]);
});

test('an outage also ends when the failed place is not asked again', () => {
  const { outages, said } = openOutages();
  for (let tried = 0; tried < 20; tried += 1) {
    outages.at('broker 1').failed(new Error('away'));
    vi.advanceTimersByTime(150);
  }
  outages.at('broker 2').ended();
  expect(said).toEqual([broken]);
  vi.advanceTimersByTime(31_000);
  outages.at('broker 2').ended();
  expect(said).toEqual([broken, worksAgain]);
});
