import { expect } from 'vitest';
import type { openBackedUpHub } from './backed-up-hub.ts';
import type { TestHub } from './hub.ts';
import type { Answer } from './hub-client.ts';
import { sampleReport } from './sample-report.ts';

const shownWithinMs = 20_000;
/** An answer to `since` repeats accounts that changed up to this long before `since`. */
const overlapMs = 30_000;
const [lostWorld, nextWorld] = [399, 400];

/**
 * The client has seen a report that no backup holds.
 * @returns a check of a restored hub: the client's `since` leads to its data, and later reports
 * arrive
 */
export async function followSnapshot({
  hub,
  key,
  token,
}: Pick<Awaited<ReturnType<typeof openBackedUpHub>>, 'hub' | 'key' | 'token'>): Promise<
  (restored: TestHub) => Promise<void>
> {
  const answered = async (of: Pick<TestHub, 'getUntil'>, query = '', seen = (_: Answer) => true) =>
    (
      await of.getUntil(`/snapshot${query}`, {
        key,
        withinMs: shownWithinMs,
        seen: (answer) => answer.status === 200 && seen(answer),
      })
    ).body;

  const [before] = (await answered(hub)).data;
  await hopTo(hub, token, lostWorld);
  const seen = await answered(hub, '', ({ body }) => body.data[0].world === lostWorld);
  const since: string = seen.meta.last_modified;

  return async (restored) => {
    const { data } = await answered(restored, `?since=${since}`);
    expect(data).toMatchObject([{ id: before.id, world: before.world }]);
    expect(before.world).not.toBe(lostWorld);
    // After the overlap, only the restore brings the account into the answer.
    const late = new Date(Date.parse(since) + overlapMs).toISOString();
    expect((await answered(restored, `?since=${late}`)).data).toHaveLength(1);

    await hopTo(restored, token, nextWorld);
    const isNext = ({ body }: Answer) => body.data[0]?.world === nextWorld && body.meta.last_modified > since;
    await answered(restored, `?since=${since}`, isNext);
  };
}

async function hopTo(hub: TestHub, token: string, world: number): Promise<void> {
  const report = await sampleReport('ha-snapshot');
  const hopped = { ...report, player: { ...Object(report.player), world: String(world) } };
  expect((await hub.report(token, hopped)).status).toBe(200);
}
