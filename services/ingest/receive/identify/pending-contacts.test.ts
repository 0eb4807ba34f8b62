import { expect, it } from 'vitest';
import { type Directory, DirectoryUnavailable } from '../../../../projections/access/directory/directory.ts';
import { LogUnavailable } from '../../../../shared/errors/errors.ts';
import type { Journal } from '../../../../shared/log/journal.ts';
import { type HaBody, haFixture } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { defaultLimits, openTestIngest, type TestIngest } from '../../testing/open-test-ingest.ts';

function stranger(number: number): HaBody {
  const body = haFixture('ha-loot');
  body.player.accountHash = String(number).padStart(56, '0');
  body.player.name = `Stranger ${number}`;
  return body;
}

function pauseDirectory({ directory }: TestIngest) {
  let paused: Directory | null = directory.currentOrStale();
  return {
    directory: {
      ...directory,
      currentOrStale: () => paused ?? directory.currentOrStale(),
      atLeast: async (version: number, deadlineMs: number) => {
        if (paused === null) return directory.atLeast(version, deadlineMs);
        throw new DirectoryUnavailable('the directory is paused');
      },
    },
    resume: () => {
      paused = null;
    },
  };
}

async function counted({ database }: TestIngest): Promise<number | null> {
  const { accounts } = await database.one<{ accounts: number | null }>({
    text: 'select sum(accounts) as accounts from hub.first_contact',
  });
  return accounts;
}

async function contactsInLog(ingest: TestIngest): Promise<number[]> {
  const counts = new Map<unknown, number>();
  for (const { type, data } of await ingest.read('hub.membership')) {
    if (type !== 'identity-seen') continue;
    const { external_id: hash } = data as HaBody;
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return [...counts.values()];
}

it('keeps the limit of new accounts while the directory is paused, and appends each contact once', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const { directory, resume } = pauseDirectory(ingest);
  const app = ingest.openIngest({ directory, limits: { ...defaultLimits, memberNewAccountsPerDay: 3 } });
  const send = async (number: number) => (await ingest.report(token, stranger(number), { app })).statusCode;
  const sendAll = async () => {
    const answers: number[] = [];
    for (const number of [1, 2, 3, 4, 5]) answers.push(await send(number));
    return answers;
  };
  expect(await sendAll()).toEqual([503, 503, 503, 200, 200]);
  expect(await sendAll()).toEqual([503, 503, 503, 200, 200]);
  expect(await contactsInLog(ingest)).toEqual([1, 1, 1]);
  expect(await counted(ingest)).toBe(3);

  resume();
  expect(await sendAll()).toEqual([200, 200, 200, 200, 200]);
  expect(await contactsInLog(ingest)).toEqual([1, 1, 1]);
  expect(await counted(ingest)).toBe(3);
});

it('the limit of all accounts also counts accounts that the directory does not show yet', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const { directory } = pauseDirectory(ingest);
  const app = ingest.openIngest({ directory, limits: { ...defaultLimits, memberAccountsMax: 2 } });
  const answers: number[] = [];
  for (const number of [1, 2, 3, 1]) {
    answers.push((await ingest.report(token, stranger(number), { app })).statusCode);
  }
  expect(answers).toEqual([503, 503, 200, 503]);
  expect(await contactsInLog(ingest)).toEqual([1, 1]);
});

it('counts a contact once when its append may have failed, and appends the contact again when the log lacks it', async () => {
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
  expect(await contactsInLog(ingest)).toEqual([1, 1]);
});

it('takes back the count of a contact that the fold did not link, if the contact was counted today', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const behind = ingest.directory.currentOrStale();
  const { directory } = pauseDirectory(ingest);
  let isShown = false;
  const atLeast: typeof directory.atLeast = (version, deadlineMs) =>
    isShown ? Promise.resolve(behind) : directory.atLeast(version, deadlineMs);
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
