import { expect, it } from 'vitest';
import { type Directory, DirectoryUnavailable } from '../../../../projections/access/directory/directory.ts';
import { LogUnavailable } from '../../../../shared/errors/errors.ts';
import type { Journal } from '../../../../shared/log/journal.ts';
import { type HaBody, haFixture } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { defaultLimits, openTestIngest, type TestIngest } from '../../testing/open-test-ingest.ts';

/** A report of an account that nobody has reported. */
function stranger(number: number): HaBody {
  const body = haFixture('ha-loot');
  body.player.accountHash = String(number).padStart(56, '0');
  body.player.name = `Stranger ${number}`;
  return body;
}

/** A directory that stands still until it goes on. */
function standing({ directory }: TestIngest) {
  let still: Directory | null = directory.currentOrStale();
  return {
    directory: {
      ...directory,
      currentOrStale: () => still ?? directory.currentOrStale(),
      atLeast: async (epoch: number, deadlineMs: number) => {
        if (still === null) return directory.atLeast(epoch, deadlineMs);
        throw new DirectoryUnavailable('the directory stands still');
      },
    },
    goOn: () => {
      still = null;
    },
  };
}

async function counted({ database }: TestIngest): Promise<number | null> {
  const { taken } = await database.one<{ taken: number | null }>({
    text: 'select sum(accounts) as taken from hub.first_contact',
  });
  return taken;
}

/** How often each account was stated. */
async function sightings(ingest: TestIngest): Promise<number[]> {
  const counts = new Map<unknown, number>();
  for (const { type, data } of await ingest.read('hub.membership')) {
    if (type !== 'identity-seen') continue;
    const { external_id: hash } = data as HaBody;
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return [...counts.values()];
}

it('keeps to the limit of new accounts while the directory stands still, and states each of them once', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const { directory, goOn } = standing(ingest);
  const app = ingest.openIngest({ directory, limits: { ...defaultLimits, memberNewAccountsPerDay: 3 } });
  const send = async (number: number) => (await ingest.report(token, stranger(number), { app })).statusCode;
  const sendAll = async () => {
    const answers: number[] = [];
    for (const number of [1, 2, 3, 4, 5]) answers.push(await send(number));
    return answers;
  };
  expect(await sendAll()).toEqual([503, 503, 503, 200, 200]);
  expect(await sendAll()).toEqual([503, 503, 503, 200, 200]);
  expect(await sightings(ingest)).toEqual([1, 1, 1]);
  expect(await counted(ingest)).toBe(3);

  goOn();
  expect(await sendAll()).toEqual([200, 200, 200, 200, 200]);
  expect(await sightings(ingest)).toEqual([1, 1, 1]);
  expect(await counted(ingest)).toBe(3);
});

it('counts accounts that the directory does not show yet among those that a member may have in all', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const { directory } = standing(ingest);
  const app = ingest.openIngest({ directory, limits: { ...defaultLimits, memberAccountsMax: 2 } });
  const answers: number[] = [];
  for (const number of [1, 2, 3, 1]) {
    answers.push((await ingest.report(token, stranger(number), { app })).statusCode);
  }
  expect(answers).toEqual([503, 503, 200, 503]);
  expect(await sightings(ingest)).toEqual([1, 1]);
});

it('counts an account once where it is not known whether the log took it, and states it again if it did not', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  let fails: 'before' | 'after' | null = null;
  const append: Journal['append'] = async (events, options) => {
    if (fails === 'before') throw new LogUnavailable('the append failed');
    const positions = await ingest.journal.append(events, options);
    if (fails === 'after') throw new LogUnavailable('the answer was lost');
    return positions;
  };
  const app = ingest.openIngest({ journal: { ...ingest.journal, append } });
  const send = async (number: number) => (await ingest.report(token, stranger(number), { app })).statusCode;

  for (const how of ['before', 'after'] as const) {
    const number = how === 'before' ? 1 : 2;
    fails = how;
    expect(await send(number)).toBe(503);
    expect(await counted(ingest)).toBe(number);
    fails = null;
    expect(await send(number)).toBe(200);
    expect(await counted(ingest)).toBe(number);
  }
  expect(await sightings(ingest)).toEqual([1, 1]);
});

it('gives an account of the day back that the fold turns out not to have linked, and not one of the day before', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const behind = ingest.directory.currentOrStale();
  const { directory } = standing(ingest);
  let isShown = false;
  const atLeast: typeof directory.atLeast = (epoch, deadlineMs) =>
    isShown ? Promise.resolve(behind) : directory.atLeast(epoch, deadlineMs);
  const app = ingest.openIngest({ directory: { ...directory, atLeast } });
  const send = async (number: number) => (await ingest.report(token, stranger(number), { app })).statusCode;
  expect([await send(1), await send(2)]).toEqual([503, 503]);
  expect(await counted(ingest)).toBe(2);
  isShown = true;
  expect(await send(1)).toBe(503);
  expect(await counted(ingest)).toBe(1);

  ingest.now += 24 * 60 * 60_000;
  isShown = false;
  expect(await send(3)).toBe(503);
  isShown = true;
  expect(await send(2)).toBe(503);
  expect(await counted(ingest)).toBe(2);
});
