import { describe, expect, test } from 'vitest';
import { deviceTokensMax, pairingCodeLifeMs } from '../../../../shared/domain/member.ts';
import { noTables } from '../../tables/access-tables.ts';
import { fold, verdictOn } from '../../testing/fold-history.ts';
import { bram, given, id, quill, recordedAt, start } from '../../testing/membership.ts';
import { evolve } from '../evolve.ts';

const member = given.member(quill, 'Quill');

describe('a pairing code', () => {
  test('goes to the first record that uses it', () => {
    const events = [member, given.code(quill, 'c'), given.pairing(id(11), 'c'), given.pairing(id(12), 'c')];
    expect(verdictOn(events)).toBe('code_used');
    expect([...fold(...events).devices.values()].map((device) => device.id)).toEqual([id(11)]);
  });

  test('of nobody is unknown', () => {
    expect(verdictOn([member, given.pairing(id(11), 'c')])).toBe('code_unknown');
  });

  test.each([
    [pairingCodeLifeMs - 1, null],
    [pairingCodeLifeMs, 'code_expired'],
  ])('%i ms after it was made: %s', (afterMs, refusal) => {
    const pairing = given.pairing(id(11), 'c');
    const tables = [
      recordedAt(member, 0, start),
      recordedAt(given.code(quill, 'c'), 1, start),
      recordedAt(pairing, 2, start + afterMs),
    ].reduce(evolve, noTables);
    expect(tables.verdicts.get(pairing.recordId)?.refusal).toBe(refusal);
  });

  test('is the fourth open one of its member: refused', () => {
    const codes = ['a', 'b', 'c'].map((code) => given.code(quill, code));
    expect(verdictOn([member, ...codes, given.code(quill, 'd')])).toBe('too_many_codes');
    const other = given.member(bram, 'Bram');
    expect(verdictOn([member, other, ...codes, given.code(bram, 'd')])).toBe('granted');
    expect(verdictOn([member, ...codes, given.pairing(id(11), 'b'), given.code(quill, 'd')])).toBe('granted');
  });

  test('that is open cannot be made again; once it was used it can', () => {
    const other = given.member(bram, 'Bram');
    const made = [member, other, given.code(quill, 'c')];
    expect(verdictOn([...made, given.code(bram, 'c')])).toBe('code_taken');
    expect(verdictOn([...made, given.pairing(id(11), 'c'), given.code(bram, 'c')])).toBe('granted');
  });

  test('of a member who left pairs nothing', () => {
    expect(
      verdictOn([member, given.code(quill, 'c'), given.leaving(quill), given.pairing(id(11), 'c')]),
    ).toBe('member_left');
    expect(verdictOn([member, given.leaving(quill), given.code(quill, 'c')])).toBe('member_left');
  });
});

describe('a token that the hub made', () => {
  const many = Array.from({ length: deviceTokensMax }, (_, index) =>
    given.deviceToken(id(400 + index), quill),
  );
  const one = given.deviceToken(id(11), quill);

  test('is the hash of a device of the member', () => {
    expect(fold(member, one).devices.get(id(11))).toMatchObject({
      memberId: quill,
      tokenHash: one.data.token_hash,
      plugin: 'wayfarer',
      pairedAt: start + 1_000,
      lastSeenAt: null,
      revoked: false,
    });
  });

  test('is of an active member only', () => {
    expect(verdictOn([one])).toBe('unknown_member');
    expect(verdictOn([member, given.leaving(quill), one])).toBe('member_left');
  });

  test('is refused with twenty active devices of the plugin, until a device is revoked', () => {
    expect(deviceTokensMax).toBe(20);
    expect(verdictOn([member, ...many.slice(1), one])).toBe('granted');
    expect(verdictOn([member, ...many, one])).toBe('too_many_tokens');
    expect(fold(member, ...many, one).devices.get(id(11))).toBeUndefined();
    expect(verdictOn([member, ...many, given.revokeDevice(id(400)), one])).toBe('granted');
  });

  test('is granted with devices of other plugins and of other members', () => {
    const other = given.deviceToken(id(11), quill, { plugin: 'other' });
    expect(verdictOn([member, ...many, other])).toBe('granted');
    const brams = given.deviceToken(id(11), bram);
    expect(verdictOn([member, given.member(bram, 'Bram'), ...many, brams])).toBe('granted');
  });
});

describe('a device', () => {
  const paired = [member, given.code(quill, 'c'), given.pairing(id(11), 'c')];

  test('belongs to the member of its code', () => {
    expect(fold(...paired).devices.get(id(11))).toMatchObject({
      memberId: quill,
      plugin: 'ha',
      pairedAt: start + 2_000,
      lastSeenAt: null,
      revoked: false,
    });
  });

  test('remembers when it was last seen, whatever order reports come in', () => {
    const { devices } = fold(
      ...paired,
      given.deviceSighting(id(11), start + 9_000),
      given.deviceSighting(id(11), start + 5_000),
      given.deviceSighting(id(99), start),
    );
    expect(devices.get(id(11))?.lastSeenAt).toBe(start + 9_000);
    expect(devices.get(id(99))).toBeUndefined();
  });

  test('is revoked for good; an unknown one cannot be', () => {
    const revoked = fold(...paired, given.revokeDevice(id(11)), given.deviceSighting(id(11), start + 9_000));
    expect(revoked.devices.get(id(11))?.revoked).toBe(true);
    expect(verdictOn([...paired, given.revokeDevice(id(99))])).toBe('unknown_device');
  });
});
