import { expect, test } from 'vitest';
import { eventFeedProjection } from '../../../projections/event-feed/projection.ts';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import { projections } from '../../../projections/registry.ts';
import { readStoredGenerations } from '../../../shared/projection/generations/generation-roles.ts';
import { prepareGenerations } from '../../../shared/projection/generations/generations.ts';
import { promoteOwnVersion } from '../../../shared/projection/replay/promote.ts';
import { rebuildGenerations } from '../../../shared/projection/replay/rebuild/rebuild.ts';
import { buildGeneration } from '../../../shared/projection/testing/build-generation.ts';
import { noDecisions } from '../../../shared/projection/testing/no-decisions.ts';
import { openTestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { catchUp } from './project-to-end.ts';

test('the catch-up names versions of the earlier release, and drops these versions when the operator asks', async () => {
  const { database, journal, notifications, logger } = await openTestLog('hub');
  const { name } = eventFeedProjection;
  await prepareGenerations(database, projections);
  await database.run({
    text: 'update projection.generation set logic = logic - 1 where projection = $1',
    values: [name],
  });
  await buildGeneration({ database, journal, projection: eventFeedProjection });
  await promoteOwnVersion(database, eventFeedProjection);
  await journal.append([gameEvent('a')]);

  const options = { database, journal, notifications, logger, signal: AbortSignal.timeout(20_000) };
  await expect(catchUp(options)).rejects.toMatchObject({
    code: 'not_caught_up',
    message: expect.stringMatching(
      /: event-feed \d+\.\d+ \(generation 1\); the option --retire-previous drops the tables of these versions/,
    ),
  });
  const kept = async () => (await readStoredGenerations(database, name)).map(({ generation }) => generation);
  expect(await kept()).toEqual([1, 2]);
  await catchUp({ ...options, retirePrevious: true });
  expect(await kept()).toEqual([2]);
});

test('the catch-up refuses an unfinished rebuild, and names the rebuild only to the release that can finish it', async () => {
  const { version, name } = eventFeedProjection;
  for (const [logic, finish] of [
    [version.logic, `run hub projections rebuild ${name}, or cancel it`],
    [version.logic + 1, 'is not built to its end: cancel it'],
  ] as const) {
    const log = await openTestLog('hub');
    await prepareGenerations(log.database, projections);
    const built = { ...eventFeedProjection, version: { ...version, logic } };
    const options = { ...log, decisions: noDecisions, projections: [built], signal: AbortSignal.abort() };
    await expect(rebuildGenerations(options)).rejects.toThrow();
    await expect(catchUp({ ...log, signal: AbortSignal.timeout(20_000) })).rejects.toMatchObject({
      code: 'rebuild_unfinished',
      message: expect.stringContaining(finish),
    });
  }
});
