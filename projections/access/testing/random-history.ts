import fc from 'fast-check';
import { categories } from '../../../shared/domain/category.ts';
import { competitionsMax } from '../../../shared/domain/competition.ts';
import { deviceTokensMax, pairingCodeLifeMs, userApiKeysMax } from '../../../shared/domain/member.ts';
import type { AccessEvent } from '../fold/evolve.ts';
import { type Given, given, id, recordedAt, start } from './membership.ts';

const memberId = fc.constantFrom(...[1, 1, 1, 2, 3, 4].map(id));
const deviceId = fc.constantFrom(...[11, 12, 13].map(id));
const recordId = fc.constantFrom(...[91, 92].map(id));
const accountId = fc.constantFrom('a1', 'a2', 'a3', 'a4', 'a5');
const keyNumber = fc.integer({ min: 21, max: 24 });
/** Some of these names are equal in comparisons. */
const name = fc.constantFrom('Quill Fen', 'quill_fen', 'Bram', 'bram ', 'Tess');
const code = fc.constantFrom('1', '1', '2');
const projection = fc.constantFrom('xp-history', 'wealth-days');
const time = fc.integer({ min: start - 60_000, max: start + 3_600_000 });
const expiry = fc.constantFrom(null, null, start + 1, start + 1_800_000);
const members = fc.uniqueArray(memberId, { maxLength: 3 });
const category = fc.constantFrom(...categories);
const competitionNumber = fc.integer({ min: 501, max: 503 });
const team = fc.record({ name, accounts: fc.uniqueArray(accountId, { minLength: 1, maxLength: 2 }) });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** Few members and accounts, so that events repeat and contradict each other. */
const events: readonly fc.WeightedArbitrary<readonly Given[]>[] = [
  // So many codes and keys that the limits are reached.
  weigh(2, memberId, (member) => ['6', '7', '8'].map((text) => given.code(member, text))),
  weigh(2, fc.tuple(memberId, expiry), ([member, expires]) =>
    Array.from({ length: userApiKeysMax }, (_, index) =>
      given.key(25 + index, member, { expires_at: expires }),
    ),
  ),
  weigh(4, fc.tuple(memberId, name, fc.constantFrom(null, '7')), ([member, as, chat]) =>
    given.member(member, as, { chat_id: chat, ...(chat !== null && { chat_id_checked: true }) }),
  ),
  weigh(4, fc.tuple(memberId, fc.boolean(), fc.boolean()), ([member, admin, even]) =>
    given.admin(member, admin, even ? { even_last_admin: true } : {}),
  ),
  weigh(
    3,
    fc.record({
      member: memberId,
      name: maybe(name),
      chat: maybe(fc.constantFrom('7', null)),
      checked: fc.boolean(),
    }),
    (of) =>
      given.changeMember(of.member, {
        ...(of.name !== undefined && { name: of.name }),
        ...(of.chat !== undefined && { chat_id: of.chat }),
        ...(of.checked && { chat_id_checked: true }),
      }),
  ),
  weigh(
    1,
    fc.record({ member: memberId, name, kept: name, chat: fc.constantFrom('7', null) }),
    ({ member, name: asked, kept, chat }) => {
      const change = given.changeMember(member, { name: asked });
      const refused = given.refusedMemberChange(member, {
        record_id: change.recordId,
        refusal: chat === null ? 'name_taken' : 'chat_id_taken',
        asked: { name: asked },
        kept: { name: kept, chat_id: chat, time_zone: 'UTC', changed_at: start },
      });
      return [change, refused];
    },
  ),
  weigh(2, memberId, (member) => given.leaving(member)),
  weigh(1, memberId, (member) => given.eraseMember(member)),
  weigh(5, fc.tuple(memberId, code), ([member, text]) => given.code(member, text)),
  weigh(4, fc.tuple(deviceId, code), ([device, text]) => given.pairing(device, text)),
  weigh(2, fc.tuple(deviceId, memberId), (of) => given.deviceToken(...of)),
  weigh(1, memberId, (member) =>
    Array.from({ length: deviceTokensMax }, (_, index) => given.deviceToken(id(400 + index), member)),
  ),
  weigh(1, deviceId, (device) => given.revokeDevice(device)),
  weigh(1, fc.tuple(deviceId, name), ([device, as]) => given.deviceName(device, as)),
  weigh(2, fc.tuple(deviceId, time), ([device, at]) => given.deviceSighting(device, at)),
  weigh(
    8,
    fc.record({
      account: accountId,
      member: memberId,
      source: fc.constantFrom('ha_hash', 'dink_hash', 'name'),
      external: fc.constantFrom('x', 'y', 'y z'),
      name: fc.option(name),
      severalFit: seldom(fc.constant(true as const)),
    }),
    (of) =>
      given.identity(of.account, of.member, {
        source: of.source,
        external_id: of.external,
        name: of.name,
        ...(of.severalFit && { several_fit: true }),
      }),
  ),
  weigh(3, fc.tuple(accountId, fc.option(name), fc.option(fc.nat(3))), (of) => given.description(...of)),
  weigh(
    3,
    fc.record({
      account: accountId,
      category,
      audience: fc.constantFrom('guild', 'selected', 'private'),
      members,
    }),
    ({ account, members: named, ...of }) => given.sharing(account, { ...of, with: named }),
  ),
  weigh(2, fc.tuple(accountId, fc.option(memberId)), (of) => given.transfer(...of)),
  weigh(4, fc.tuple(accountId, memberId, fc.boolean()), (of) => given.block(...of)),
  weigh(1, fc.tuple(accountId, accountId), (of) => given.eraseAccount(...of)),
  weigh(
    8,
    fc.record({ key: keyNumber, member: fc.option(memberId), expires: expiry, other: keyNumber }),
    ({ key, member, expires, other }) =>
      given.key(key, member, { expires_at: expires, ...(other === 21 && { prefix: `prefix00${other}` }) }),
  ),
  weigh(5, fc.record({ key: keyNumber, expires: maybe(expiry), name: maybe(name) }), (of) =>
    given.changeApiKey(of.key, {
      ...(of.expires !== undefined && { expires_at: of.expires }),
      ...(of.name !== undefined && { name: of.name }),
    }),
  ),
  weigh(4, keyNumber, (key) => given.revokeApiKey(key)),
  weigh(1, fc.constantFrom(competitionsMax, 1, 1, 1, 1, 1, 1, 1), (length) =>
    Array.from({ length }, (_, index) => given.competition(600 + index)),
  ),
  weigh(
    3,
    fc.tuple(competitionNumber, fc.constantFrom(0, 600_000, 3_600_000), team, team),
    ([number, length, ...teams]) => given.competition(number, { to: start + length, teams }),
  ),
  weigh(2, fc.record({ number: competitionNumber, to: maybe(time), title: maybe(name) }), (of) =>
    given.changeCompetition(of.number, {
      ...(of.to !== undefined && { to: of.to }),
      ...(of.title !== undefined && { title: of.title }),
    }),
  ),
  weigh(2, competitionNumber, (number) => given.endCompetition(number)),
  weigh(1, fc.boolean(), (on) => given.decommission(on)),
  weigh(1, fc.tuple(recordId, projection), (of) => given.dropParkedRecord(...of)),
  weigh(1, fc.tuple(recordId, projection), (of) => given.retryParkedRecord(...of)),
];

function weigh<Value>(
  weight: number,
  values: fc.Arbitrary<Value>,
  make: (value: Value) => Given | readonly Given[],
): fc.WeightedArbitrary<readonly Given[]> {
  return { weight, arbitrary: values.map(make).map((made) => ('type' in made ? [made] : made)) };
}

interface Step {
  readonly events: readonly Given[];
  /** Replaces the subject of the events. */
  readonly subject: string | undefined;
  /** Repeats the record this many positions before the last record, instead of new events. */
  readonly again: number | undefined;
  readonly afterMs: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  events: fc.oneof(...events),
  subject: seldom(fc.oneof(memberId, accountId, fc.constant('hub'))),
  again: seldom(fc.nat(20)),
  afterMs: fc.constantFrom(0, 0, 0, 1_000, 20_000, pairingCodeLifeMs - 20_000, pairingCodeLifeMs),
});

function seldom<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
}

const guild: readonly Given[] = [
  given.member(id(1), 'Quill Fen'),
  given.member(id(2), 'Bram'),
  given.member(id(3), 'Tess'),
  given.identity('a1', id(1), { external_id: 'x', name: 'Quill Fen' }),
  given.identity('a1', id(2), { external_id: 'x' }),
  given.identity('a2', id(2), { source: 'dink_hash', external_id: 'y', name: 'Bram' }),
  given.code(id(1), '1'),
  given.pairing(id(11), '1'),
  given.key(21, id(1)),
  given.key(22, id(1)),
];

/** Granted, refused and repeated records, also about unknown and erased subjects. */
export const randomHistory: fc.Arbitrary<readonly AccessEvent[]> = fc
  .tuple(
    fc.constantFrom(guild, guild, guild, []),
    fc.array(step, { minLength: 1, maxLength: 50, size: 'max' }),
  )
  .map(([first, steps]) => {
    const records = first.map((event, offset) => recordedAt(event, offset, start));
    let recordTime = start;
    for (const { events, subject, again, afterMs } of steps) {
      recordTime += afterMs;
      const earlier = again === undefined ? undefined : records.at(-1 - again);
      const made = earlier === undefined ? events.map((event) => recordedAt(event, 0, 0)) : [earlier];
      for (const record of made) {
        const offset = records.length;
        records.push({ ...record, subject: subject ?? record.subject, offset, recordTime } as AccessEvent);
      }
    }
    return records;
  });
