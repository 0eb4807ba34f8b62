/**
 * `npm test` runs a tenth, always the same; `npm run test:campaigns` runs all, each time from
 * another seed.
 */
export interface Campaign {
  readonly runs: number;
  readonly seed: number;
  /** Settings that repeat this very run, for the name of the test. */
  readonly label: string;
}

const share = 0.1;

/** True in a run of the campaigns, which runs nothing else. */
export const runsCampaigns = process.env.HUB_TEST_CAMPAIGN === '1';

/**
 * @param least for a test whose tenth would show nothing
 * @param sampleSeed for a test in which the seed 1 would show less
 */
export function campaign(whole: number, least = 1, sampleSeed = 1): Campaign {
  const runs =
    readNumber('HUB_TEST_RUNS') ?? (runsCampaigns ? whole : Math.max(least, Math.round(whole * share)));
  const seed = readNumber('HUB_TEST_SEED') ?? (runsCampaigns ? Date.now() % 1_000_000 : sampleSeed);
  return { runs, seed, label: `HUB_TEST_RUNS=${runs} HUB_TEST_SEED=${seed}` };
}

/**
 * Selects from cases that each take many seconds: always the same tenth, or all in a campaign.
 * Skip the `leftOut` cases by `skipIf`, so that the end of the run names them.
 */
export function sampleOf<Case extends object>(
  cases: readonly Case[],
  least = 1,
): readonly (Case & { readonly leftOut: boolean })[] {
  const wanted = runsCampaigns ? cases.length : Math.max(least, Math.round(cases.length * share));
  const chosen = Array.from({ length: wanted }, (_, turn) => Math.floor((turn * cases.length) / wanted));
  return cases.map((each, index) => ({ ...each, leftOut: !chosen.includes(index) }));
}

function readNumber(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${name} is no whole number: ${text}`);
  return number;
}
