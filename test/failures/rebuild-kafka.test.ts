import { expect, test } from 'vitest';
import { runsCampaigns } from '../support/campaign.ts';
import { openHubParts } from '../support/hub/hub-parts.ts';
import { everyLog } from '../support/kafka/hub.ts';
import { expectNobodyToNotice, kills, label, rebuildTimeoutMs } from './rebuild-scenario.ts';

const onKafka = (await everyLog('A rebuild next to readers')).filter(
  ({ log, missing }) => log === 'Kafka' && !missing,
);

// `rebuild-embedded.test.ts` runs a tenth of this scenario in `npm test`.
test.skipIf(!runsCampaigns).each(onKafka)(
  `clients do not notice a rebuild, a promotion and a rollback of every projection on $log, and ${kills} kills (${label})`,
  {
    timeout: rebuildTimeoutMs,
  },
  async ({ settings }) => {
    const hub = await openHubParts(settings());
    const [ingest, query, other, ...projectors] = await Promise.all([
      hub.start('ingest'),
      hub.start('query'),
      hub.start('query'),
      hub.start('projector'),
      hub.start('projector'),
    ]);
    await expectNobodyToNotice({
      options: hub.options,
      plugins: ingest.client,
      replicas: [query.client, other.client],
      stop: async () => {
        for (const part of [ingest, query, other, ...projectors]) {
          part.signal('SIGTERM');
          expect((await part.ended).code).toBe(0);
        }
      },
    });
  },
);
