import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { haFixture } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest, type TestIngest } from '../../testing/open-test-ingest.ts';

const main = '66316d61696e78787878787878787878787878787878787878787878';
const iron = '663169726f6e78787878787878787878787878787878787878787878';

async function openMember() {
  const ingest = await openTestIngest();
  const memberId = await ingest.addMember('Quill');
  const [token, pasted] = [await ingest.pair(memberId), await ingest.pair(memberId)];
  const app = ingest.openIngest();

  async function ha(name: string, accountHash: string): Promise<void> {
    ingest.now += 60_000;
    const body = haFixture('ha-snapshot');
    Object.assign(body, { timestamp: ingest.now, player: { ...body.player, name, accountHash } });
    expect((await ingest.report(token, body, { app })).statusCode).toBe(200);
    await settle(ingest);
  }

  async function post(url: string, authorization: string, body: object): Promise<void> {
    ingest.now += 60_000;
    const payload = JSON.stringify(body);
    const answer = await app.inject({ method: 'POST', url, headers: { authorization }, payload });
    expect(answer.statusCode).toBe(200);
    await settle(ingest);
  }

  const group = (name: string, x: number) =>
    post('/api/group/hub/update-group-member', pasted, { name, coordinates: [x, x, 0, 0] });
  const connector = (username: string, x: number) =>
    post('/api/rseye/position_update/', `Bearer: ${pasted}`, { username, position: { x, y: x, plane: 0 } });
  return { ingest, ha, group, connector };
}

async function settle({ journal, directory }: TestIngest): Promise<void> {
  const [membership] = await journal.log.ends(['hub.membership']);
  await directory.atLeast(membership?.end ?? 0, 10_000);
}

function accountOf({ directory }: TestIngest, hash: string) {
  return [...directory.currentOrStale().accounts.values()].find(({ accountHash }) => accountHash === hash);
}

interface Positions {
  readonly points?: readonly { readonly x: number }[];
}

async function accountAt(ingest: TestIngest, x: number): Promise<string | undefined> {
  const reported = await ingest.read('hub.location');
  return reported.find(({ data }) => (data as Positions).points?.some((point) => point.x === x))?.subject;
}

describe('a name that passes to another character of the member', () => {
  it.each(['group', 'connector'] as const)('means that character for the plugin: %s', async (plugin) => {
    const { ingest, ha, ...named } = await openMember();
    await ha('Teal Wader', main);
    await named[plugin]('Teal Wader', 3_100);
    expect(await accountAt(ingest, 3_100)).toBe(accountOf(ingest, main)?.id);
    await ha('Grey Wader', main);
    await ha('Teal Wader', iron);
    await named[plugin]('Teal Wader', 2_500);
    expect(await accountAt(ingest, 2_500)).toBe(accountOf(ingest, iron)?.id);
    await named[plugin]('Grey Wader', 2_400);
    expect(await accountAt(ingest, 2_400)).toBe(accountOf(ingest, main)?.id);
    expect(ingest.directory.currentOrStale().accounts.size).toBe(2);
  });

  it('means the new character even before the first character is reported with another name', async () => {
    const { ingest, ha, group } = await openMember();
    await ha('Teal Wader', main);
    await group('Teal Wader', 3_100);
    await ha('Teal Wader', iron);
    await group('Teal Wader', 2_500);
    expect(await accountAt(ingest, 2_500)).toBe(accountOf(ingest, iron)?.id);
  });

  it('means the first character again after the first character has its name back', async () => {
    const { ingest, ha, group } = await openMember();
    await ha('Teal Wader', main);
    await group('Teal Wader', 3_100);
    await ha('Teal Wader', iron);
    await ha('Grey Wader', iron);
    await ha('Teal Wader', main);
    await group('Teal Wader', 3_200);
    expect(await accountAt(ingest, 3_200)).toBe(accountOf(ingest, main)?.id);
  });

  it('means the first character again when only the first character is reported again', async () => {
    const { ingest, ha, group } = await openMember();
    await ha('Teal Wader', main);
    await group('Teal Wader', 3_100);
    await ha('Teal Wader', iron);
    await group('Teal Wader', 2_500);
    await ha('Teal Wader', main);
    await group('Teal Wader', 3_200);
    expect(await accountAt(ingest, 2_500)).toBe(accountOf(ingest, iron)?.id);
    expect(await accountAt(ingest, 3_200)).toBe(accountOf(ingest, main)?.id);
  });

  it('starts a new account when no account of the member has the name now', async () => {
    const { ingest, ha, group } = await openMember();
    await ha('Teal Wader', main);
    await group('Teal Wader', 3_100);
    await ha('Grey Wader', main);
    await group('Teal Wader', 2_500);
    const started = await accountAt(ingest, 2_500);
    expect(started).not.toBe(accountOf(ingest, main)?.id);
    expect(ingest.directory.currentOrStale().accounts.get(started ?? '')?.name).toBe('Teal Wader');
    expect(accountOf(ingest, main)?.name).toBe('Grey Wader');
  });
});

it('an account without a hash loses its name to a character that a plugin reports with a hash under this name', async () => {
  const { ingest, ha, group } = await openMember();
  await ha('Brown Rail', main);
  await group('Black Rail', 3_100);
  await ha('Black Rail', main);
  await group('Black Rail', 3_200);
  expect(await accountAt(ingest, 3_100)).not.toBe(accountOf(ingest, main)?.id);
  expect(await accountAt(ingest, 3_200)).toBe(accountOf(ingest, main)?.id);
});

const names = ['Teal Wader', 'Grey Wader', 'Brown Rail'];

it('a plugin without a hash never writes to a character that now has another name', async () => {
  const rename = fc.record({ who: fc.constantFrom(0, 1), name: fc.constantFrom(...names) });
  await fc.assert(
    fc.asyncProperty(fc.array(rename, { minLength: 1, maxLength: 6 }), async (renames) => {
      const { ingest, ha, group } = await openMember();
      const current = new Map<string, number>();
      let x = 3_000;
      for (const { who, name } of renames) {
        for (const [held, by] of current) if (by === who) current.delete(held);
        current.set(name, who);
        await ha(name, [main, iron][who] ?? main);
        for (const [named, by] of current) {
          x += 10;
          await group(named, x);
          expect(await accountAt(ingest, x)).toBe(accountOf(ingest, [main, iron][by] ?? main)?.id);
        }
      }
    }),
    { numRuns: 4 },
  );
});
