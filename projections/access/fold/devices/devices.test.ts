import { describe, expect, test } from 'vitest';
import { deviceTokensMax, pairingCodeLifeMs } from '../../../../shared/domain/member.ts';
import { emptyTables } from '../../tables/access-tables.ts';
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

  test('is unknown when no member has it', () => {
    expect(verdictOn([member, given.pairing(id(11), 'c')])).toBe('code_unknown');
  });

  test.each([
    [pairingCodeLifeMs - 1, null],
    [pairingCodeLifeMs, 'code_expired'],
  ])('%i ms after its creation: %s', (afterMs, refusal) => {
    const pairing = given.pairing(id(11), 'c');
    const tables = [
      recordedAt(member, 0, start),
      recordedAt(given.code(quill, 'c'), 1, start),
      recordedAt(pairing, 2, start + afterMs),
    ].reduce(evolve, emptyTables);
    expect(tables.verdicts.get(pairing.recordId)?.refusal).toBe(refusal);
  });

  test('is refused when its member already has three open codes', () => {
    const codes = ['a', 'b', 'c'].map((code) => given.code(quill, code));
    expect(verdictOn([member, ...codes, given.code(quill, 'd')])).toBe('too_many_codes');
    const other = given.member(bram, 'Bram');
    expect(verdictOn([member, other, ...codes, given.code(bram, 'd')])).toBe('granted');
    expect(verdictOn([member, ...codes, given.pairing(id(11), 'b'), given.code(quill, 'd')])).toBe('granted');
  });

  test('cannot be created again while it is open, but can after it was used', () => {
    const other = given.member(bram, 'Bram');
    const made = [member, other, given.code(quill, 'c')];
    expect(verdictOn([...made, given.code(bram, 'c')])).toBe('code_taken');
    expect(verdictOn([...made, given.pairing(id(11), 'c'), given.code(bram, 'c')])).toBe('granted');
  });

  test('pairs nothing after its member left', () => {
    expect(
      verdictOn([member, given.code(quill, 'c'), given.leaving(quill), given.pairing(id(11), 'c')]),
    ).toBe('member_left');
    expect(verdictOn([member, given.leaving(quill), given.code(quill, 'c')])).toBe('member_left');
  });
});

describe('a token that the hub created', () => {
  const many = Array.from({ length: deviceTokensMax }, (_, index) =>
    given.deviceToken(id(400 + index), quill),
  );
  const one = given.deviceToken(id(11), quill);

  test('belongs to a device of the member', () => {
    expect(fold(member, one).devices.get(id(11))).toMatchObject({
      memberId: quill,
      tokenHash: one.data.token_hash,
      plugin: 'wayfarer',
      pairedAt: start + 1_000,
      lastSeenAt: null,
      revoked: false,
    });
  });

  test('is only for an active member', () => {
    expect(verdictOn([one])).toBe('unknown_member');
    expect(verdictOn([member, given.leaving(quill), one])).toBe('member_left');
  });

  test('is refused when the plugin has twenty active devices, until one of them is revoked', () => {
    expect(deviceTokensMax).toBe(20);
    expect(verdictOn([member, ...many.slice(1), one])).toBe('granted');
    expect(verdictOn([member, ...many, one])).toBe('too_many_tokens');
    expect(fold(member, ...many, one).devices.get(id(11))).toBeUndefined();
    expect(verdictOn([member, ...many, given.revokeDevice(id(400)), one])).toBe('granted');
  });

  test('is granted next to the devices of other plugins and of other members', () => {
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

  test('keeps the time when it was last seen, in whatever order reports come', () => {
    const { devices } = fold(
      ...paired,
      given.deviceSighting(id(11), start + 9_000),
      given.deviceSighting(id(11), start + 5_000),
      given.deviceSighting(id(99), start),
    );
    expect(devices.get(id(11))?.lastSeenAt).toBe(start + 9_000);
    expect(devices.get(id(99))).toBeUndefined();
  });

  test('is revoked permanently, and an unknown device cannot be revoked', () => {
    const revoked = fold(...paired, given.revokeDevice(id(11)), given.deviceSighting(id(11), start + 9_000));
    expect(revoked.devices.get(id(11))?.revoked).toBe(true);
    expect(verdictOn([...paired, given.revokeDevice(id(99))])).toBe('unknown_device');
  });
});
