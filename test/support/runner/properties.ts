import fc from 'fast-check';
import { campaign } from '../campaign.ts';

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  // `npm test` is the same every time. Campaigns take another seed.
  seed: campaign(1).seed,
  // Each attempt to shrink a counterexample can open databases, until the server has no connections
  // left for other tests.
  endOnFailure: true,
});
