import { describe, expect, it } from 'vitest';
import { accountStateProjection } from '../../../projections/account-state/projection.ts';
import { drain, liveGeneration } from '../../../shared/projection/testing/step-projector.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import { type Body, fixture } from '../plugins/ha-exporter/testing/translated.ts';
import { sampleBody } from '../testing/first-report.ts';
import { openTestIngest } from '../testing/open-test-ingest.ts';

/** A player who runs two plugins: HA Exporter, and one that is paired by a token of its own. */
async function openBoth(deps: Partial<IngestDeps> = {}) {
  const ingest = await openTestIngest(deps);
  const memberId = await ingest.addMember('Quill');
  const [token, pasted] = [await ingest.pair(memberId), await ingest.pair(memberId)];
  const app = ingest.openIngest();
  /** The process that the second plugin reaches. */
  const other = deps.soleProcess === false ? ingest.openIngest() : app;

  async function send(url: string, authorization: string, body: Body): Promise<void> {
    const payload = JSON.stringify(body);
    const answer = await other.inject({ method: 'POST', url, headers: { authorization }, payload });
    expect(answer.statusCode).toBe(200);
  }

  const ha = async (name = 'ha-snapshot', change: (body: Body) => void = () => {}) => {
    const body = { ...fixture(name), timestamp: ingest.now };
    delete body.player.locationTrail;
    change(body);
    expect((await ingest.report(token, body, { app })).statusCode).toBe(200);
  };
  const connector = (kind: string, change: object = {}) => {
    const body = { ...JSON.parse(sampleBody(`rseye-${kind}-update`)), username: 'Quillon Fen', ...change };
    return send(`/api/rseye/${kind}_update/`, `Bearer: ${pasted}`, body);
  };
  return { ingest, ha, connector };
}

describe('a plugin that never names its world', () => {
  it.each([
    ['of one process', {}],
    ['of two', { soleProcess: false }],
  ])('is on the one that another plugin names, each time that changes, in a hub %s', async (_, deps) => {
    const { ingest, ha: tell, connector } = await openBoth(deps);
    const state = await liveGeneration(ingest.database, accountStateProjection);
    const ha = async (name?: string) => {
      await tell(name);
      await drain(ingest.database, ingest.journal, state);
    };
    await ha();
    await connector('position');
    ingest.now += 60_000;
    await ha('ha-snapshot-seasonal');
    const own = (await ingest.read('hub.xp')).length;
    await connector('stat');
    const seen = async () => (await ingest.read('hub.activity')).at(-1)?.data;
    expect(await seen()).toMatchObject({ world: 577, special_world: true });
    expect((await ingest.read('hub.xp')).length).toBe(own);
    ingest.now += 60_000;
    await ha();
    await connector('stat');
    expect(await seen()).toMatchObject({ world: 486, special_world: false });
  });
});
