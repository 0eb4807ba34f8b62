import { expect, test } from 'vitest';
import { HubError } from '../../../../../shared/client/hub-error.ts';
import { stateOfPairing, stateOfToken } from './pairing-state.ts';
import { keepPairing, keptPairing } from './stored-pairing-code.ts';

const now = Date.UTC(2026, 8, 14);
const pairing = {
  id: 'pairing-1',
  code: 'ABCD-EFGH',
  address: 'https://hub.example',
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

test('a code is kept over a reload until it expires or is left', () => {
  const tab = openTab();
  keepPairing(tab, 'ada', pairing);
  expect(keptPairing(tab, 'ada', now)).toEqual(pairing);
  expect(keptPairing(tab, 'ada', now + 60_000)).toBeNull();
  keepPairing(tab, 'ada', null);
  expect(keptPairing(tab, 'ada', now)).toBeNull();
});

test('who signs in after somebody in the same tab does not see their code', () => {
  const tab = openTab();
  keepPairing(tab, 'ada', pairing);
  expect(keptPairing(tab, 'bo', now)).toBeNull();
});

test('what is no kept code in the storage of the tab is none, as a code of nobody', () => {
  const tab = openTab();
  for (const text of ['{', '7', 'null', JSON.stringify(pairing), '{"member":"ada","pairing":{"id":7}}']) {
    tab.stored.set('hub-pairing', text);
    expect(keptPairing(tab, 'ada', now)).toBeNull();
  }
});

test('a code that the hub does not know any more waits for nothing, whatever was known of it', () => {
  const [unknown, away] = [new HubError('not_found', 'Not found.'), new HubError('unreachable', 'away')];
  const paired = { state: 'paired', device: null, accounts: [], categories: [] } as const;
  expect(stateOfPairing(undefined, null)).toBe('waiting');
  expect(stateOfPairing(undefined, away)).toBe('waiting');
  expect(stateOfPairing(paired, away)).toBe('paired');
  expect(stateOfPairing(undefined, unknown)).toBe('forgotten');
  expect(stateOfPairing({ ...paired, state: 'waiting' }, unknown)).toBe('forgotten');
  expect(stateOfPairing(paired, unknown)).toBe('forgotten');
  expect(stateOfPairing({ ...paired, state: 'expired' }, unknown)).toBe('expired');
  expect(stateOfPairing({ ...paired, state: 'reported' }, unknown)).toBe('reported');
});

test('settings that were pasted wait until the plugin has reported, or is revoked', () => {
  const device = { id: 'd', member: 'Ada', plugin_title: 'P', name: 'P', paired_at: '', last_seen_at: null };
  const seen = (state: 'paired' | 'reported', status: 'active' | 'revoked') =>
    stateOfToken({ state, device: { ...device, status }, accounts: [], categories: [] });
  expect(stateOfToken(undefined)).toBe('paired');
  expect(seen('paired', 'active')).toBe('paired');
  expect(seen('paired', 'revoked')).toBe('revoked');
  expect(seen('reported', 'active')).toBe('reported');
  expect(seen('reported', 'revoked')).toBe('reported');
});
