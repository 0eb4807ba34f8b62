import { dayMs } from '../../shared/domain/durations.ts';
import { placesOnDay } from './places-on-day.ts';

/**
 * A test that repeats something random or slow so often that it costs more than 20 s. `npm test` runs a tenth of it, the
 * same each time; `npm run test:campaigns` runs all of it, each time from another seed.
 */
export interface Campaign {
  /** How often to repeat it. */
  readonly runs: number;
  /** What its randomness begins from. */
  readonly seed: number;
  /** For the name of the test: how this very run is repeated. */
  readonly label: string;
}

const share = 0.1;

/** Whether this run is of the campaigns, and of nothing else. */
export const runsCampaigns = process.env.HUB_TEST_CAMPAIGN === '1';

/**
 * @param whole how often it is repeated when all of it runs
 * @param least how often at least, for a tenth that would show nothing
 * @param sampleSeed what the tenth begins from, for one that would show less from another seed
 */
export function campaign(whole: number, least = 1, sampleSeed = 1): Campaign {
  const runs =
    readNumber('HUB_TEST_RUNS') ?? (runsCampaigns ? whole : Math.max(least, Math.round(whole * share)));
  const seed = readNumber('HUB_TEST_SEED') ?? (runsCampaigns ? Date.now() % 1_000_000 : sampleSeed);
  return { runs, seed, label: `HUB_TEST_RUNS=${runs} HUB_TEST_SEED=${seed}` };
}

/**
 * The days since 1970, UTC, by which samples are chosen: that of the run's start, which `infra/vitest.config.ts` gives to its
 * tests and the end of the run names.
 */
export const sampleDay = readNumber('HUB_TEST_DAY') ?? Math.floor(Date.now() / dayMs);

/**
 * Cases of which each costs many seconds: a campaign has all of them, `npm test` a tenth and at least `least`, spread over
 * the list and moved on by one each day, so that none is left out for ever. The others are `leftOut`: skip them by `skipIf`,
 * so that they are named at the end of the run as not run.
 */
export function sampleOf<Case extends object>(
  cases: readonly Case[],
  least = 1,
): readonly (Case & { readonly leftOut: boolean })[] {
  const wanted = runsCampaigns ? cases.length : Math.max(least, Math.round(cases.length * share));
  const chosen = placesOnDay(sampleDay, cases.length, wanted);
  return cases.map((each, index) => ({ ...each, leftOut: !chosen.has(index) }));
}

function readNumber(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${name} is no whole number: ${text}`);
  return number;
}
