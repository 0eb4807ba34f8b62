import { expect, test } from 'vitest';
import { HubError } from '../../../../../shared/client/hub-error.ts';
import { pairingStateOf, tokenPairingStateOf } from './pairing-state.ts';
import { readStoredPairingCode, storePairingCode } from './stored-pairing-code.ts';

const now = Date.UTC(2026, 8, 14);
const pairing = {
  id: 'pairing-1',
  code: 'ABCD-EFGH',
  address: 'https://hub.example',
  local: null,
  expires_at: new Date(now + 60_000).toISOString(),
};

function openTab() {
  const stored = new Map<string, string>();
  return {
    stored,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
}

test('a code is kept over a reload until it expires or the member leaves it', () => {
  const tab = openTab();
  storePairingCode(tab, 'ada', pairing);
  expect(readStoredPairingCode(tab, 'ada', now)).toEqual(pairing);
  expect(readStoredPairingCode(tab, 'ada', now + 60_000)).toBeNull();
  storePairingCode(tab, 'ada', null);
  expect(readStoredPairingCode(tab, 'ada', now)).toBeNull();
});

test('a member who signs in after somebody else in the same tab does not see their code', () => {
  const tab = openTab();
  storePairingCode(tab, 'ada', pairing);
  expect(readStoredPairingCode(tab, 'bo', now)).toBeNull();
});

test('other text in the storage of the tab and a code without a member are not kept codes', () => {
  const tab = openTab();
  for (const text of ['{', '7', 'null', JSON.stringify(pairing), '{"member":"ada","pairing":{"id":7}}']) {
    tab.stored.set('hub-pairing', text);
    expect(readStoredPairingCode(tab, 'ada', now)).toBeNull();
  }
});

test('a code that the hub does not know any more does not wait, whatever its last state was', () => {
  const [unknown, away] = [new HubError('not_found', 'Not found.'), new HubError('unreachable', 'away')];
  const paired = { state: 'paired', device: null, accounts: [], categories: [] } as const;
  expect(pairingStateOf(undefined, null)).toBe('waiting');
  expect(pairingStateOf(undefined, away)).toBe('waiting');
  expect(pairingStateOf(paired, away)).toBe('paired');
  expect(pairingStateOf(undefined, unknown)).toBe('forgotten');
  expect(pairingStateOf({ ...paired, state: 'waiting' }, unknown)).toBe('forgotten');
  expect(pairingStateOf(paired, unknown)).toBe('forgotten');
  expect(pairingStateOf({ ...paired, state: 'expired' }, unknown)).toBe('expired');
  expect(pairingStateOf({ ...paired, state: 'reported' }, unknown)).toBe('reported');
});

test('pasted settings wait until the plugin has reported or is revoked', () => {
  const device = {
    ...{ id: 'd', member: 'Ada', plugin: 'p', plugin_title: 'P', name: 'P', version: null, paired_at: '' },
    ...{ last_seen_at: null, last_heard_at: null, last_used_at: null },
    ...{ last_refused_at: null, last_refusal: null },
    ...{ messages: [], warning: null, expires_at: null, after_revoking: null },
  };
  const seen = (state: 'paired' | 'reported', status: 'active' | 'revoked') =>
    tokenPairingStateOf({ state, device: { ...device, status }, accounts: [], categories: [] });
  expect(tokenPairingStateOf(undefined)).toBe('paired');
  expect(seen('paired', 'active')).toBe('paired');
  expect(seen('paired', 'revoked')).toBe('revoked');
  expect(seen('reported', 'active')).toBe('reported');
  expect(seen('reported', 'revoked')).toBe('reported');
});
