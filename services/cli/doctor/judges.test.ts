import { describe, expect, test } from 'vitest';
import type { ClusterDescription } from '../../../shared/log/kafka/topics/describe-cluster.ts';
import { lockNumbers, pairLockNumbers } from '../../../shared/postgres/lock-numbers.ts';
import { judgeAddress } from './checks/address.ts';
import { judgeBloat, judgeSnapshots } from './checks/bloat.ts';
import { judgeClock, judgeTimes } from './checks/clock.ts';
import { judgeDatabase } from './checks/database.ts';
import { judgeDisk, judgeFolder } from './checks/disk.ts';
import { judgeBackup } from './checks/judge-backup.ts';
import { judgeLocks } from './checks/locks.ts';
import { judgeLog, judgeTopics } from './checks/log.ts';
import { judgeNotes } from './checks/notes.ts';
import { judgePlugins, judgeSkills } from './checks/plugins.ts';
import { judgeGenerations, judgeLag, judgeParked } from './checks/projections.ts';
import { judgeProxy } from './checks/proxy.ts';
import { judgeReplication } from './checks/replication.ts';
import { judgeRetention } from './checks/retention.ts';
import { judgeRights } from './checks/rights.ts';
import { judgeSecret } from './checks/secret.ts';
import { judgeSettings } from './checks/settings.ts';
import { judgeTwins } from './checks/twins.ts';
import { checks } from './checks.ts';
import type { Finding } from './finding.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.parse('2026-11-23T12:00:00Z');

const settings = { problem: null, misspelt: [], elsewhere: [] };
const secret = { source: '/data/secret', mode: 0o100600, fingerprint: 'aa', known: 'aa' };
const server = {
  version: 180_001,
  role: 'hub_operator',
  database: 'hub',
  isStandby: false,
  isReadOnly: false,
  readOnlySource: 'default',
  hasFsync: true,
  hasFullPageWrites: true,
  ofServer: 97,
  usedOfServer: 20,
  ofDatabase: null,
  usedOfDatabase: 20,
  ofRole: null,
  usedOfRole: 20,
};
const holders = [{ role: 'hub', port: 3_000 }] as const;
const database = { problem: null, server, tables: true, later: null, holders };
const withServer = (facts: Partial<typeof server>) => ({ ...database, server: { ...server, ...facts } });
const manyHolders = (['ingest', 'ingest', 'ingest', 'ingest', 'projector', 'query', 'query'] as const).map(
  (role) => ({ role, port: 0 }),
);
const problem = (message: string, code = 'database_unreachable', fix: string | null = null) => ({
  ...database,
  problem: { message, code, fix },
});
const rights = {
  role: 'hub_operator',
  isSuperuser: false,
  canCreateTables: false,
  canAppend: true,
  canRead: true,
  hasRoles: true,
  hasReleasePrivileges: true,
  grantedToAll: [],
};
const hubLock = {
  hasTwoNumbers: false,
  number: lockNumbers.backupKeys,
  pid: 7,
  user: 'hub_operator',
  application: 'hub command',
  roles: ['hub_operator', 'hub_projector'],
  isOwner: false,
} as const;
const ends = [{ stream: 'hub.xp', partition: 3, start: 0, end: 9 }] as const;
const log = { problem: null, fix: null, ends, unreadable: null, unanswered: [] };
const topic = {
  name: 'hub.xp',
  partitions: 12,
  ownPartitions: 12,
  replicas: 3,
  underReplicatedPartitions: 0,
  differing: [],
};
const cluster = { topics: [topic], brokers: 3 };
const differing = { stream: 'hub.xp', setting: 'retention.ms', found: '1000', wanted: '-1' } as const;
const withTopic = (facts: Partial<ClusterDescription['topics'][number]>) => ({
  ...cluster,
  topics: [{ ...topic, ...facts }],
});
const copies = { cluster, slots: [], standbys: [] };
const live = { name: 'xp-history', version: '4.2', generation: 1, state: 'live' } as const;
const generation = { ...live, lag_events: 5, lag_seconds: 3 };
const afterUpdate = { ...generation, generation: 2, lag_events: 0, lag_seconds: 0 };
const running = { runs: true, hasProjector: true, generations: [generation] };
const backup = {
  folder: '/backups',
  isShared: false,
  newestAt: now - 20 * hourMs,
  unreadableManifests: 0,
  forgedManifests: 0,
  problemOfFolder: null,
  keysProblem: null,
  back: null,
  openErasures: 0,
  lostSegments: 0,
  wantsDrills: true,
  drilledAt: now - 3 * dayMs,
  problem: null,
  begunAt: 0,
  now,
};
const nothingBack = {
  erasedAccounts: [],
  erasedMembers: [],
  leftMembers: [],
  revokedKeys: [],
  revokedDevices: [],
};
const certificate = {
  kind: 'presented',
  host: 'hub.example.org',
  validTo: now + 60 * dayMs,
  refused: null,
} as const;
const local = { origin: 'http://localhost:3000', network_origins: ['http://192.168.1.5:3000'] };
const judgeLocal = (more: object) =>
  judgeAddress({ kind: 'local', hasPublicUrl: false, local, members: 1, ...more }, now);
const newest = { stream: 'hub.xp', at: now, now } as const;
const unread = {
  name: 'xp-history',
  version: '1.1',
  generation: 3,
  state: 'live',
  role: 'live',
  first_fill: false,
  size_bytes: 12_000_000,
  stopped_reason: null,
  damage: null,
} as const;
const kept = {
  hasProjector: true,
  records: [{ of: 'hub.raw' as const, overdueMs: -dayMs }],
  projectionsWithOverdueRows: [],
};

const space40 = { freeBytes: 40e9, leastBytes: 1e9 };
const disk = { ofDatabase: space40, ofBackups: space40, databaseBytes: 3e9, bytesPerDay: 100e6 };
const seen = [
  { version: '1.6.0', devices: 3 },
  { version: '1.7', devices: 2 },
  { version: 'dev', devices: 1 },
];
const plugin = { title: 'Wayfarer', oldest: '1.5', seen };
const plugins = { plugins: [plugin], sharedTokens: 0 };
const withSeen = (version: string, devices: number) => ({
  ...plugins,
  plugins: [{ ...plugin, seen: [...seen, { version, devices }] }],
});
const proxied = { hops: 1, devices: 40, addresses: 31, all_from_here: false, least_forwarded: 1 };

const sound: Readonly<Record<string, readonly Finding[]>> = {
  settings: [judgeSettings(settings)],
  secret: [
    judgeSecret(secret),
    judgeSecret({ ...secret, mode: null, known: null }),
    judgeSecret({ ...secret, mode: null, fingerprint: null, known: null }),
  ],
  database: [
    judgeDatabase(database),
    judgeDatabase({ ...database, later: '1.2.0', holders: [] }),
    judgeDatabase(withServer({ hasFullPageWrites: false })),
  ],
  folder: [judgeFolder(null)],
  rights: [
    judgeRights(rights),
    judgeRights({ ...rights, canCreateTables: true, hasRoles: false, hasReleasePrivileges: false }),
    judgeRights({ ...rights, grantedToAll: ['temporary tables'] }),
  ],
  locks: [
    judgeLocks([]),
    judgeLocks([hubLock, { ...hubLock, application: null }]),
    judgeLocks([{ ...hubLock, roles: [], isOwner: true }]),
    judgeLocks([{ ...hubLock, number: lockNumbers.hub, roles: ['hub_query'] }]),
  ],
  snapshots: [judgeSnapshots({ seesAll: true, held: [{ holder: 'session 7', remedy: '', age_ms: 60_000 }] })],
  bloat: [judgeBloat([{ name: 'log.hub_xp', live: 9_000_000, dead: 400_000 }])],
  disk: [
    judgeDisk(disk),
    judgeDisk({ ...disk, ofDatabase: null, ofBackups: null, bytesPerDay: null }),
    judgeDisk({ ...disk, bytesPerDay: 0 }),
  ],
  log: [judgeLog(log)],
  topics: [judgeTopics(null), judgeTopics(cluster)],
  replication: [
    judgeReplication(copies),
    judgeReplication({ ...copies, cluster: { topics: [{ ...topic, replicas: 1 }], brokers: 1 } }),
    judgeReplication({ ...copies, cluster: null }),
  ],
  clock: [
    judgeClock({ databaseAheadMs: 40, brokersAheadMs: null }),
    judgeClock({ databaseAheadMs: -40, brokersAheadMs: 90 }),
  ],
  times: [judgeTimes(null), judgeTimes([]), judgeTimes([newest, { ...newest, at: now + 119_000 }])],
  lag: [
    judgeLag(running),
    judgeLag({ ...running, runs: false, hasProjector: false }),
    // After an update, no process projects the tables of the earlier release.
    judgeLag({ ...running, generations: [{ ...generation, lag_seconds: 7_300 }, afterUpdate] }),
  ],
  parked: [judgeParked([])],
  projections: [
    judgeGenerations([unread]),
    judgeGenerations([unread, { ...unread, generation: 2, state: 'previous', role: 'previous' }]),
  ],
  backup: [
    judgeBackup(backup),
    judgeBackup({ ...backup, back: nothingBack }),
    judgeBackup({ ...backup, wantsDrills: false, drilledAt: null }),
    judgeBackup({ ...backup, newestAt: null, drilledAt: null, begunAt: now - hourMs }),
  ],
  retention: [
    judgeRetention(kept),
    judgeRetention({ ...kept, hasProjector: false, records: [{ of: 'hub.raw', overdueMs: dayMs }] }),
  ],
  notes: [judgeNotes({ failed: [] })],
  plugins: [judgePlugins(plugins), judgePlugins({ plugins: [], sharedTokens: 0 })],
  skills: [judgeSkills([])],
  twins: [judgeTwins([])],
  proxy: [
    judgeProxy(proxied),
    // A demo, two devices in one house, and a hub without devices.
    judgeProxy({ hops: 0, devices: 40, addresses: 1, all_from_here: true, least_forwarded: 0 }),
    judgeProxy({ hops: 0, devices: 2, addresses: 1, all_from_here: false, least_forwarded: 0 }),
    judgeProxy({ hops: 1, devices: 0, addresses: 0, all_from_here: false, least_forwarded: 0 }),
  ],
  address: [
    judgeAddress(certificate, now),
    judgeLocal({}),
    judgeLocal({ hasPublicUrl: true, local: { ...local, network_origins: [] }, members: 0 }),
    ...['192.168.1.4', 'hub.local', '[fd00::1]'].map((host) => judgeAddress({ kind: 'plain', host }, now)),
  ],
};

const slot = { name: 'standby', active: true, kept_bytes: 1_000 };
const faults: Readonly<Record<string, readonly (readonly [string, Finding])[]>> = {
  settings: [
    ['HOSTT', judgeSettings({ ...settings, misspelt: [{ given: 'HOSTT', meant: 'HOST' }] })],
    ["PORT 'x' is not allowed", judgeSettings({ ...settings, problem: "PORT 'x' is not allowed" })],
  ],
  secret: [
    ['created with bb', judgeSecret({ ...secret, known: 'bb' })],
    ['mode 644', judgeSecret({ ...secret, mode: 0o100644 })],
  ],
  database: [
    ['refused', judgeDatabase(problem('connection refused'))],
    ['PostgreSQL 14.9', judgeDatabase(withServer({ version: 140_009 }))],
    [
      'the database is read-only',
      judgeDatabase(withServer({ isReadOnly: true, readOnlySource: 'database' })),
    ],
    ['a standby', judgeDatabase(withServer({ isStandby: true }))],
    ['fsync is off', judgeDatabase(withServer({ hasFsync: false }))],
    [
      'the processes need up to 112 connections (ingest 15 + ingest 15 + ingest 15 + ingest 15 + projector 18 + query 17 + query 17)',
      judgeDatabase({ ...database, holders: manyHolders }),
    ],
    ['no tables', judgeDatabase({ ...database, tables: false })],
  ],
  folder: [['mounted read-only', judgeFolder({ what: '/data is mounted read-only', fix: 'remount it' })]],
  rights: [
    ['is not allowed to read', judgeRights({ ...rights, canRead: false })],
    ['is not allowed to append to', judgeRights({ ...rights, canAppend: false })],
    ['privileges of this release', judgeRights({ ...rights, hasReleasePrivileges: false })],
  ],
  locks: [
    [
      'session 7 of role hub_query (hub query) holds the lock backupKeys',
      judgeLocks([{ ...hubLock, user: 'hub_query', application: 'hub query', roles: ['hub_query'] }]),
    ],
    ['role hub_operator (psql)', judgeLocks([{ ...hubLock, application: 'psql' }])],
    ['(without a name)', judgeLocks([{ ...hubLock, application: '' }])],
    ['holds the lock hub', judgeLocks([{ ...hubLock, number: lockNumbers.hub, roles: [] }])],
    [
      'holds the lock build',
      judgeLocks([{ ...hubLock, number: pairLockNumbers.build, hasTwoNumbers: true, application: 'psql' }]),
    ],
  ],
  snapshots: [
    [
      '3 hours',
      judgeSnapshots({
        seesAll: false,
        held: [{ holder: 'session 7', remedy: 'end it', age_ms: 3 * hourMs }],
      }),
    ],
  ],
  bloat: [['900000 deleted', judgeBloat([{ name: 'log.hub_keys', live: 10, dead: 900_000 }])]],
  disk: [
    [
      '500.0 MB are free on the disk of the database',
      judgeDisk({ ...disk, ofDatabase: { ...space40, freeBytes: 500e6 } }),
    ],
    ['the disk of BACKUP_DIR', judgeDisk({ ...disk, ofBackups: { ...space40, freeBytes: 500e6 } })],
    ['full in 20 days', judgeDisk({ ...disk, bytesPerDay: 1.95e9 })],
  ],
  log: [
    ['in Kafka', judgeLog({ ...log, problem: 'the log of this hub is in Kafka', ends: [] })],
    ['a page', judgeLog({ ...log, unreadable: 'a page of the log is damaged' })],
    ['hub.xp/3 returns no record', judgeLog({ ...log, unanswered: [{ stream: 'hub.xp', partition: 3 }] })],
    ['first 4 records', judgeLog({ ...log, ends: [{ ...ends[0], start: 4 }] })],
  ],
  topics: [
    ['18 partitions', judgeTopics(withTopic({ partitions: 18 }))],
    ['retention.ms=1000', judgeTopics(withTopic({ differing: [differing] }))],
  ],
  replication: [
    ['1 replicas on 3', judgeReplication({ ...copies, cluster: withTopic({ replicas: 1 }) })],
    [
      '2 partitions of',
      judgeReplication({
        ...copies,
        cluster: withTopic({ underReplicatedPartitions: 2 }),
      }),
    ],
    ['not used', judgeReplication({ ...copies, slots: [{ ...slot, active: false }] })],
    ['20.0 GB', judgeReplication({ ...copies, slots: [{ ...slot, kept_bytes: 20e9 }] })],
    ['5 minutes behind', judgeReplication({ ...copies, standbys: [{ name: 'two', lag_ms: 300_000 }] })],
  ],
  clock: [
    ['database is 3 seconds ahead', judgeClock({ databaseAheadMs: 3_000, brokersAheadMs: 0 })],
    ['broker is 9 minutes behind', judgeClock({ databaseAheadMs: 0, brokersAheadMs: -540_000 })],
  ],
  times: [
    ['hub.xp are ahead', judgeTimes([newest, { ...newest, at: now + 121_000 }])],
    [
      "hub.gear, hub.xp are ahead of the database's clock, by up to 3 days",
      judgeTimes([
        { ...newest, stream: 'hub.gear', at: now + hourMs },
        { ...newest, at: now + 3 * dayMs },
      ]),
    ],
    ['until 2026-11-26T12:00:00', judgeTimes([{ ...newest, at: now + 3 * dayMs }])],
    [
      'or packed, and pairing codes do not expire',
      judgeTimes([{ ...newest, stream: 'hub.membership', at: now + hourMs }]),
    ],
  ],
  lag: [
    ['no projector', judgeLag({ ...running, hasProjector: false })],
    ['in 2 partitions', judgeLag({ ...running, generations: [{ ...generation, unanswered: 2 }] })],
    ['2 hours behind', judgeLag({ ...running, generations: [{ ...generation, lag_seconds: 7_300 }] })],
  ],
  parked: [
    [
      'generation 2 of event-feed could not fold 1 event, and 4 events wait behind: ',
      judgeParked([{ projection: 'event-feed', generation: 2, waiting: 4 }]),
    ],
    [
      'generation 1 of event-feed could not fold 1 event; generation 2 of event-feed could not fold 2 events: ',
      judgeParked([1, 2, 2].map((generation) => ({ projection: 'event-feed', generation, waiting: 0 }))),
    ],
  ],
  projections: [
    ['is stopped (other log)', judgeGenerations([{ ...unread, stopped_reason: 'other log' }])],
    ['damaged table (block 7)', judgeGenerations([{ ...unread, damage: 'block 7' }])],
    [
      'a promotion or rollback would serve it',
      judgeGenerations([{ ...unread, state: 'ready', role: 'previous', damage: 'block 7' }]),
    ],
    ['generation 3 of xp-history is surplus (12.0 MB)', judgeGenerations([{ ...unread, role: 'surplus' }])],
  ],
  backup: [
    ['5 days old', judgeBackup({ ...backup, newestAt: now - 5 * dayMs })],
    ['no backup', judgeBackup({ ...backup, newestAt: null })],
    ['does not have 2 erasures', judgeBackup({ ...backup, openErasures: 2 })],
    ['newest drill failed (xp-history differs)', judgeBackup({ ...backup, problem: 'xp-history differs' })],
    ['last good drill is 9 days old', judgeBackup({ ...backup, drilledAt: now - 9 * dayMs })],
    ['no drill has run yet', judgeBackup({ ...backup, drilledAt: null })],
    ['2 backups in /backups cannot be read', judgeBackup({ ...backup, unreadableManifests: 2 })],
    ['1 backup in /backups has no valid signature', judgeBackup({ ...backup, forgedManifests: 1 })],
    ['in the backup folder is forged', judgeBackup({ ...backup, keysProblem: 'forged' })],
    ['older than the backups', judgeBackup({ ...backup, keysProblem: 'replaced' })],
    [
      'BACKUP_DIR is full: the next backup will fail',
      judgeBackup({ ...backup, problemOfFolder: { problem: 'BACKUP_DIR is full', fix: 'free some' } }),
    ],
    [
      'account a1 was erased, but exists; member m1 had left, but is active: this hub has older data than BACKUP_DIR',
      judgeBackup({ ...backup, back: { ...nothingBack, erasedAccounts: ['a1'], leftMembers: ['m1'] } }),
    ],
    ['keys.zst in the backup folder is damaged', judgeBackup({ ...backup, keysProblem: 'damaged' })],
    ['cannot be read (no right)', judgeBackup({ ...backup, keysProblem: { unreadable: 'no right' } })],
    ['3 segments of the newest backup are', judgeBackup({ ...backup, lostSegments: 3 })],
    [
      'BACKUP_DIR holds backups of another hub, this hub has none',
      judgeBackup({ ...backup, isShared: true, newestAt: null }),
    ],
    ['of another hub, and of this hub', judgeBackup({ ...backup, isShared: true })],
  ],
  retention: [
    ['expired 2 days ago', judgeRetention({ ...kept, records: [{ of: 'hub.raw', overdueMs: 2 * dayMs }] })],
    [
      'location-trail has expired rows',
      judgeRetention({ ...kept, projectionsWithOverdueRows: ['location-trail'] }),
    ],
  ],
  notes: [['(bad page)', judgeNotes({ failed: [{ of: 'last uses of keys', reason: 'bad page' }] })]],
  plugins: [
    ['Wayfarer is older than 1.5 on 2 devices', judgePlugins(withSeen('1.4.9', 2))],
    [
      'on 3 devices, Wayfarer is a major version or two minor versions behind 1.8, the newest version here',
      judgePlugins(withSeen('v1.8.1', 1)),
    ],
    ['1 token reports more than 3 accounts by name', judgePlugins({ ...plugins, sharedTokens: 1 })],
  ],
  skills: [
    [
      'Wayfarer reports skill 25, which this release does not know',
      judgeSkills([25, 26].map((place) => ({ plugin: 'Wayfarer', place }))),
    ],
  ],
  twins: [['account aB3 has the name of account xYz', judgeTwins([{ twinId: 'aB3', originalId: 'xYz' }])]],
  proxy: [
    ['X-Forwarded-For has 1 or more entries', judgeProxy({ ...proxied, hops: 0, addresses: 1 })],
    ['from one address', judgeProxy({ ...proxied, hops: 0, addresses: 1, least_forwarded: 0 })],
    ['TRUST_PROXY_HOPS is 2', judgeProxy({ ...proxied, hops: 2 })],
  ],
  address: [
    ['it has expired', judgeAddress({ ...certificate, validTo: now - 1 }, now)],
    ['ends in 9 days', judgeAddress({ ...certificate, validTo: now + 9 * dayMs }, now)],
    ['SELF_SIGNED', judgeAddress({ ...certificate, refused: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, now)],
    ...['hub.example.org', '10.example.org', '8.8.8.8'].map(
      (host) => ['not private', judgeAddress({ kind: 'plain', host }, now)] as const,
    ),
    [
      'cannot reach PUBLIC_URL: nothing listens',
      judgeAddress({ kind: 'unreachable', host: 'hub.example.org', reason: 'nothing listens' }, now),
    ],
    ['no other machine can pair a plugin', judgeLocal({ members: 2 })],
    ['PUBLIC_URL names this machine', judgeLocal({ hasPublicUrl: true, members: 12 })],
  ],
};

test('every check has a state without problems, and states with faults', () => {
  const names = checks.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(sound)).toEqual(names);
  expect(Object.keys(faults)).toEqual(names);
});

describe.each(Object.keys(sound))('%s', (name) => {
  test('finds nothing when nothing is wrong', () => {
    for (const finding of sound[name] ?? [])
      expect(finding).toEqual({ ok: true, detail: expect.any(String), fix: null });
  });

  test.each(faults[name] ?? [])('finds %s, why it matters and how to fix it', (words, finding) => {
    expect(finding).toEqual({
      ok: false,
      detail: expect.stringContaining(words),
      fix: expect.stringMatching(/.{5}/),
    });
    expect(finding.detail).toMatch(/: .{10}/);
  });
});

test('a hub without PUBLIC_URL shows where its addresses work, and the address for other machines', () => {
  const { detail } = judgeLocal({});
  expect(detail).toMatch(/^PUBLIC_URL is not set, so sign-in links .* begin with http:\/\/localhost:3000\./);
  expect(detail).toContain('works on this machine only');
  expect(detail).toContain('use http://192.168.1.5:3000 in place of http://localhost:3000');
});

test('names five faults and counts the rest', () => {
  const many = Array.from({ length: 8 }, (_, index) => ({
    projection: `projection-${index}`,
    generation: 1,
    waiting: 0,
  }));
  expect(judgeParked(many).detail).toMatch(
    /projection-4 could not fold 1 event and 3 more: they are missing/,
  );
});

test('retired generations are not counted, and a first generation that is being built is named', () => {
  const finding = judgeGenerations([unread, { ...unread, state: 'ready' }, { ...unread, state: 'retired' }]);
  expect(finding.detail).toBe('2 generations, none stopped or damaged');
  const { detail } = judgeGenerations([{ ...unread, first_fill: true }]);
  expect(detail).toContain('damaged; being built, and read when complete: xp-history');
});
