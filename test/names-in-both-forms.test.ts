import { expect, test } from 'vitest';
import { createProgram } from '../services/cli/program.ts';
import { runInProcess } from './support/hub/command-line.ts';
import { startTestHub } from './support/hub/hub.ts';
import { sampleReport } from './support/hub/sample-report.ts';
import { reportTwins } from './support/hub/twin-accounts.ts';

// A name is stored in one Unicode form and typed in the other form.

interface Typed {
  readonly member: string;
  readonly account: string;
  readonly twin: string;
  /** The prefix of a key. */
  readonly key: string;
}

interface Use {
  readonly args: (typed: Typed) => readonly string[];
  /** The code of the error that shows that the name was found; without it the command succeeds. */
  readonly error?: string;
  /** The list that must have an entry. */
  readonly finds?: string;
}

/** In an order in which each command finds what it needs. Null: no name of a member or account. */
const uses: Readonly<Record<string, Use | null>> = {
  'member add name': { args: ({ member }) => ['member', 'add', member], error: 'name_taken' },
  'member add --chat-id': null,
  'member add --time-zone': null,
  'member set name': { args: ({ member }) => ['member', 'set', member, '--time-zone', 'UTC'] },
  'member set --name': {
    args: ({ member }) => ['member', 'set', 'Bram', '--name', member],
    error: 'name_taken',
  },
  'member set --chat-id': null,
  'member set --time-zone': null,
  'sign-in member': { args: ({ member }) => ['sign-in', member] },
  'pair member': { args: ({ member }) => ['pair', member] },
  'account names account': { args: ({ account }) => ['account', 'names', account] },
  'account correct-xp account': {
    args: ({ account }) => ['account', 'correct-xp', account],
    error: 'nothing_to_correct',
  },
  'share account': { args: ({ account }) => ['share', account, 'stats', 'private'] },
  'share audience': null,
  'share --with': {
    args: ({ account, member }) => ['share', account, 'stats', 'selected', '--with', `Bram,${member}`],
  },
  'key create --member': {
    args: ({ member }) => ['key', 'create', '--member', member, '--name', 'map', '--categories', 'stats'],
  },
  'key create --accounts': {
    args: ({ account }) => [
      ...['key', 'create', '--service', '--name', 'map', '--categories', 'stats', '--accounts', account],
    ],
  },
  'key create --name': null,
  'key set --name': null,
  'key set --accounts': { args: ({ key, account }) => ['key', 'set', key, '--accounts', account] },
  'competition create --team': {
    args: ({ account }) => [
      ...['competition', 'create', '--title', 'Week', '--metric', 'xp', '--from', '2026-09-01'],
      ...['--to', '2099-09-01', '--team', `East=${account}`],
    ],
    error: 'competition_times',
  },
  'competition change --team': {
    args: ({ account }) => ['competition', 'change', 'Cup', '--team', `East=${account}`],
  },
  'raw list --account': { args: ({ account }) => ['raw', 'list', '--account', account], finds: 'payloads' },
  'raw replay --account': { args: ({ account }) => ['raw', 'replay', '--account', account, '--since', '1h'] },
  'audit --actor': { args: ({ member }) => ['audit', '--actor', member] },
  'audit --subject': { args: ({ member }) => ['audit', '--subject', member], finds: 'entries' },
  'account erase-twin account': { args: ({ twin }) => ['account', 'erase-twin', twin, '--yes'] },
  'account transfer account': { args: ({ account }) => ['account', 'transfer', account, 'Bram'] },
  'account block account': { args: ({ account }) => ['account', 'block', account, 'Tess'] },
  'account block member': { args: ({ account, member }) => ['account', 'block', account, member] },
  'account transfer member': { args: ({ account, member }) => ['account', 'transfer', account, member] },
  'account erase account': { args: ({ account }) => ['account', 'erase', account, '--yes'] },
  'member leave name': { args: ({ member }) => ['member', 'leave', member] },
  'member erase name': {
    args: ({ member }) => ['member', 'erase', member, '--accounts', 'keep', '--yes'],
  },
  'member erase --accounts': null,
  'projections rebuild name': null,
  'projections verify name': null,
  'projections promote name': null,
  'projections rollback name': null,
  'projections retire name': null,
};

type Command = Awaited<ReturnType<typeof createProgram>>;

function valuesOf(command: Command, path: readonly string[] = []): string[] {
  const values = [
    ...command.registeredArguments.map((each) => ({ name: each.name(), text: each.description })),
    ...command.options
      .filter(({ required, optional }) => required || optional)
      .map(({ long, description }) => ({ name: `${long}`, text: description })),
  ];
  const about = values.filter(({ name, text }) =>
    /\b(members?|accounts?|owner|actor|subject|twin|audience|names?)\b/i.test(
      `${name.replace('--', '')} ${text}`,
    ),
  );
  return [
    ...about.map(({ name }) => [...path, name].join(' ')),
    ...command.commands.flatMap((child) => valuesOf(child, [...path, child.name()])),
  ];
}

test('the commands with a value about members or accounts are in the list of this file', async () => {
  expect(valuesOf(await createProgram([])).toSorted()).toEqual(Object.keys(uses).toSorted());
});

test('every command finds a member and an account by the other form of the name', async () => {
  const [composed, decomposed] = ['Zo\u00eb', 'Zoe\u0308'];
  const hub = await startTestHub();
  const run = async (args: readonly string[]) => {
    const { code, stdout, stderr } = await runInProcess(hub.environment, [...args, '--json']);
    const error = code === 0 ? null : JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
    return { error, document: code === 0 ? JSON.parse(stdout) : null };
  };
  const memberId = await hub.addMember(composed);
  for (const name of ['Bram', 'Tess']) await hub.addMember(name);
  await reportTwins(hub, memberId, { name: `${decomposed} Fen` });
  const token = await hub.pair(memberId);
  const report = (await sampleReport('ha-snapshot')) as { readonly player: object };
  const player = { ...report.player, name: decomposed, accountHash: 'e'.repeat(56) };
  expect((await hub.report(token, { ...report, player, timestamp: Date.now() })).status).toBe(200);
  await hub.projected();
  const made = await run(['key', 'create', '--service', '--name', 'k', '--categories', 'stats']);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const cup = ['--title', 'Cup', '--metric', 'drops', '--from', new Date().toISOString(), '--to', inAnHour];
  expect((await run(['competition', 'create', ...cup])).error).toBeNull();
  const names = { member: decomposed, account: composed, twin: `${composed} Fen`, key: made.document.prefix };
  for (const [value, use] of Object.entries(uses)) {
    if (use === null) continue;
    const { error, document } = await run(use.args(names));
    expect([value, error?.code ?? null, error?.message ?? null]).toEqual([
      ...[value, use.error ?? null, use.error === undefined ? null : expect.any(String)],
    ]);
    if (use.finds !== undefined) expect(document[use.finds].length, value).toBeGreaterThan(0);
  }
});
