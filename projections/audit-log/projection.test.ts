import { expect, test } from 'vitest';
import type { AuditActor } from '../../shared/domain/actor.ts';
import { dayMs } from '../../shared/domain/durations.ts';
import { catalogue } from '../../shared/events/catalogue.ts';
import { type NewEvent, newEvent } from '../../shared/events/event.ts';
import { auditEntryMade } from '../../shared/events/types/audit-entry-made.ts';
import { operatorNamed } from '../../shared/events/types/operator-named.ts';
import { eraseSubjectsFromLog } from '../../shared/log/erase-subjects-from-log.ts';
import { recordInAudit } from '../../shared/log/record-in-audit.ts';
import { openTestProjection } from '../../shared/projection/testing/open-test-projection.ts';
import { drain } from '../../shared/projection/testing/step-projector.ts';
import { eraseSubjects } from '../../shared/projection/upkeep/erase-subjects.ts';
import { expireRows } from '../../shared/projection/upkeep/expire-rows.ts';
import { given, id } from '../access/testing/membership.ts';
import { auditLogProjection } from './projection.ts';
import { type AuditEntry, type EntriesRequest, readEntries } from './queries/read-entries.ts';

const [quill, account] = [id(1), 'aB3xYz91kQw1'];
const start = Date.UTC(2026, 10, 23);

const withoutEntry = {
  'device-seen': 'nobody gave it: a device reports that it is there',
  'account-described': 'nobody gave it: a report said what the account is called',
  'identity-seen': 'nobody gave it: a report came of the account',
  'member-change-refused': 'nobody gave it: the change that was refused is an entry, which says why',
};

test('every event that changes membership has an entry, or a reason why it has none', () => {
  const types = catalogue.filter(({ stream }) => stream === 'hub.membership').map(({ type }) => type);
  expect(types.filter((type) => !auditLogProjection.handles.includes(type as never)).sort()).toEqual(
    Object.keys(withoutEntry).sort(),
  );
});

/** `put` appends events a second apart. */
async function openAuditProjection() {
  const projection = await openTestProjection(auditLogProjection);
  let seconds = 0;
  return {
    ...projection,
    put: (...events: readonly NewEvent[]) =>
      projection.record(...events.map((event) => ({ ...event, appendTime: start + 1_000 * seconds++ }))),
    ask: (wanted: Partial<EntriesRequest> = {}): Promise<AuditEntry[]> =>
      readEntries(projection.database, {
        schema: projection.live.schema,
        from: 0,
        actors: null,
        actions: null,
        about: null,
        before: null,
        limit: 100,
        ...wanted,
      }),
  };
}

function by<Event extends NewEvent>(event: Event, actor: AuditActor): NewEvent {
  return { ...event, data: { ...(event.data as object), actor } };
}

function operatorOf(event: NewEvent, operator: string): NewEvent {
  const { subject, recordId } = event;
  return newEvent(operatorNamed, { subject, source: 'cli' }, { record_id: recordId, operator });
}

test('both halves of an entry are kept when two projectors write them, in either order', async () => {
  const { database, live } = await openAuditProjection();
  const none = { account_id: null, member_id: quill, actor: null, operator: null, action: null };
  const halves = [
    { ...none, at: start, operator: 'root', about: [], details: '{}' },
    { ...none, at: start + 5, actor: 'cli', action: 'member-left', about: [quill], details: '{"a":1}' },
  ] as const;
  for (const [number, order] of [halves, halves.toReversed()].entries()) {
    const record_id = id(number + 1);
    for (const half of order) {
      await database.transaction((tx) =>
        auditLogProjection.save(
          { ...tx, schema: live.schema },
          new Map([[record_id, { ...half, record_id }]]),
        ),
      );
    }
    const entry = await database.one({
      text: `select * from ${live.schema}.entry where record_id = $1`,
      values: [record_id],
    });
    expect(entry).toEqual({ ...halves[1], record_id, operator: 'root' });
  }
});

test('entries say who did what, newest first, without names and secrets', async () => {
  const { put, ask } = await openAuditProjection();
  const added = by(given.member(quill, 'Quillon Fen', { chat_id: 'chat 42' }), 'cli');
  const renamed = by(
    given.changeMember(quill, { name: 'Quill', chat_id: null, time_zone: 'Europe/Oslo' }),
    `member:${quill}`,
  );
  const key = by(given.key(21, null, { name: 'the map of Quill' }), 'hub');
  await put(operatorOf(added, 'root'), added, given.code(quill, 'code 1'), renamed, key);
  const entries = await ask();
  expect(entries.map(({ action, actor, about }) => [action, actor, about[0]])).toEqual([
    ['key-created', 'hub', id(21)],
    ['member-changed', `member:${quill}`, quill],
    // Earlier releases stored this event without an actor.
    ['pairing-code-made', 'cli', quill],
    ['member-added', 'cli:root', quill],
  ]);
  expect(entries.map(({ details }) => JSON.parse(details))[1]).toEqual({
    changed: ['name', 'chat_id', 'time_zone'],
    time_zone: 'Europe/Oslo',
  });
  expect(JSON.stringify(entries)).not.toMatch(/Quill|chat 42|code 1|AQEB|FRUV/);
});

test('an operator is shown only with a note, which may come before or after the change', async () => {
  const { put, ask, digest, digestOfRebuild } = await openAuditProjection();
  const [early, late, none] = [1, 2, 3].map((number) => by(given.member(id(number), `M ${number}`), 'cli'));
  if (early === undefined || late === undefined || none === undefined) throw new Error('three members');
  await put(operatorOf(early, 'ann'));
  expect(await ask()).toEqual([]);
  await put(early, late, none);
  await put(operatorOf(late, 'ann'), operatorOf(late, 'bob'));
  expect((await ask()).map(({ actor }) => actor)).toEqual(['cli', 'cli:ann', 'cli:ann']);
  expect(await digestOfRebuild([1])).toBe(await digest());
  expect(await digestOfRebuild([3, 2])).toBe(await digest());
});

test('filters find the right entries, and pages of one entry find each of them', async () => {
  const { put, ask } = await openAuditProjection();
  const promoted = newEvent(
    auditEntryMade,
    { subject: 'hub', source: 'cli' },
    { by: 'cli:ann', action: 'projection-promoted', about: ['xp-history'], details: { from: 1, to: 2 } },
  );
  const shared = by(
    given.sharing(account, { category: 'stats', audience: 'selected', with: [quill] }),
    `member:${quill}`,
  );
  await put(by(given.key(21, null), 'cli'), by(given.revokeApiKey(21), 'hub'), shared, promoted);
  const actions = async (wanted: Partial<EntriesRequest>) => (await ask(wanted)).map(({ action }) => action);
  expect(await actions({ actions: ['key'] })).toEqual(['key-revoked', 'key-created']);
  expect(await actions({ actions: ['key-revoked'] })).toEqual(['key-revoked']);
  expect(await actions({ actions: ['ke'] })).toEqual([]);
  expect(await actions({ actors: ['cli'] })).toEqual(['projection-promoted', 'key-created']);
  expect(await actions({ actors: ['cli:ann'] })).toEqual(['projection-promoted']);
  expect(await actions({ actors: [`member:${quill}`, 'hub'] })).toEqual(['sharing-changed', 'key-revoked']);
  expect(await actions({ about: [quill] })).toEqual(['sharing-changed']);
  expect(await actions({ about: [account, quill] })).toEqual(['sharing-changed']);
  expect(await actions({ from: start + 2_000 })).toEqual(['projection-promoted', 'sharing-changed']);
  expect(await actions({ until: start + 2_000 })).not.toContain('projection-promoted');
  expect(await actions({ from: start + 2_000, until: start + 3_000 })).toHaveLength(1);
  const seen: string[] = [];
  for (let before: string | null = null, pages = 0; pages < 5; pages += 1) {
    const [entry] = await ask({ limit: 1, before });
    if (entry === undefined) break;
    seen.push(entry.action);
    before = entry.id;
  }
  expect(seen).toEqual(['projection-promoted', 'sharing-changed', 'key-revoked', 'key-created']);
  expect(await ask({ before: id(9) })).toEqual([]);
});

test('entries with an erased member as their subject are deleted, also from a rebuild, but the entry of the erasure stays', async () => {
  const { put, ask, database, journal, live, digest, digestOfRebuild } = await openAuditProjection();
  const added = by(given.member(quill, 'Quillon Fen'), 'cli');
  await put(
    operatorOf(added, 'ann'),
    added,
    by(given.sharing(account, sharedWith(quill)), `member:${quill}`),
  );
  await recordInAudit(journal, { by: 'cli:ann', action: 'backup-made', subject: quill });
  const erasure = by(given.eraseMember(quill), 'cli');
  await put(operatorOf(erasure, 'ann'), erasure);
  await eraseSubjectsFromLog(journal.log, [quill]);
  await eraseSubjects(database, [quill]);
  await journal.log.emptyRecords([quill]);
  await drain(database, journal, live);
  expect((await ask()).map(({ action, actor }) => [action, actor])).toEqual([
    ['member-erased', 'cli:ann'],
    ['sharing-changed', `member:${quill}`],
  ]);
  expect(await digestOfRebuild([2])).toBe(await digest());
});

function sharedWith(member: string) {
  return { category: 'stats' as const, audience: 'selected' as const, with: [member] };
}

test('entries are deleted after the time in their setting', async () => {
  const { database, record, ask } = await openAuditProjection();
  const now = Date.now();
  await record(
    { ...given.decommission(true), appendTime: now - 3 * dayMs },
    { ...given.decommission(false), appendTime: now - dayMs },
  );
  const kept = { XP_RAW_RETENTION_DAYS: 0, LOCATION_RETENTION_DAYS: 0, AUDIT_LOG_RETENTION_DAYS: 2 * dayMs };
  expect(await expireRows(database, [auditLogProjection], kept)).toBe(1);
  expect((await ask()).map(({ details }) => details)).toEqual(['{"on":false}']);
});
