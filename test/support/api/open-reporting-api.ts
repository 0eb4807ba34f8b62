import { randomBytes } from 'node:crypto';
import fastify from 'fastify';
import { Registry } from 'prom-client';
import { onTestFinished } from 'vitest';
import { newPairingCode, pairingCodeHash } from '../../../projections/access/commands/pairing-code.ts';
import { openDirectory } from '../../../projections/access/directory/open-directory.ts';
import { given, id } from '../../../projections/access/testing/membership.ts';
import type { Plugin } from '../../../services/ingest/plugin.ts';
import { prepareIngest } from '../../../services/ingest/prepare-ingest.ts';
import { registerIngest } from '../../../services/ingest/register-ingest.ts';
import { defaultLimits } from '../../../services/ingest/testing/open-test-ingest.ts';
import { openTestApi } from '../../../services/query/testing/open-test-api.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { pairingCodeMade } from '../../../shared/events/types/pairing-code-made.ts';
import type { Projection } from '../../../shared/projection/projection.ts';

const member = id(1);

interface Options {
  readonly projections: readonly Projection[];
  /** The registered ones when not given. */
  readonly plugins?: readonly Plugin[];
  /** Whether there is one ingest process alone. */
  readonly isSoleProcess: boolean;
}

/** The read API, any number of ingest processes beside it, and an open pairing code and a key of their member Merrin. */
export async function openReportingApi({ projections, plugins, isSoleProcess }: Options) {
  const api = await openTestApi({ projections });
  const directory = openDirectory(api);
  onTestFinished(() => directory.close());
  await directory.atLeast(0, 10_000);
  const hubSecret = randomBytes(32);
  await prepareIngest(api.database);
  const openIngest = () => {
    const app = fastify();
    onTestFinished(() => app.close());
    const fixed = { hubName: 'Fenwardens Hub', trustProxyHops: 0, limits: defaultLimits, disk: null };
    const own = { clock: Date.now, isSoleProcess, metrics: new Registry() };
    registerIngest(app, { ...api, ...fixed, ...own, directory, hubSecret }, plugins);
    return app;
  };
  const code = newPairingCode();
  const made = { member_id: member, code_hash: pairingCodeHash(hubSecret, code) };
  await api.append(
    given.member(member, 'Merrin'),
    newEvent(pairingCodeMade, { subject: member, source: 'cli' }, made),
  );
  return { api, code, key: await api.makeKey(1), openIngest };
}
