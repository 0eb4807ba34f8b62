/** Session storage ends with the tab, and no other tab reads it. */
const place = 'hub-key';
const keyPattern = /^hub_[0-9A-Za-z]{1,64}_[0-9A-Za-z]{1,128}$/;

export interface TabApiKeyPlaces {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

export function isApiKeyFormat(text: string): boolean {
  return keyPattern.test(text);
}

/** The API key may be invalid. */
export function hasApiKey(hash: string): boolean {
  return keyIn(hash) !== null;
}

function keyIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get('key');
}

export interface TabApiKey {
  readonly key: string | null;
  /** The tab's key before the address brought another key, which the hub may refuse. */
  readonly earlier: string | null;
  readonly isAddressKeyMalformed: boolean;
}

/**
 * A key in the fragment (`/#key=hub_…`) moves into the tab's storage, so that the history and a
 * copied address do not contain it.
 */
export function takeTabApiKey({ location, history, sessionStorage }: TabApiKeyPlaces): TabApiKey {
  const addressKey = keyIn(location.hash);
  const stored = sessionStorage.getItem(place);
  if (addressKey === null) return { key: stored, earlier: null, isAddressKeyMalformed: false };
  history.replaceState(null, '', location.pathname + location.search);
  if (!isApiKeyFormat(addressKey)) return { key: stored, earlier: null, isAddressKeyMalformed: true };
  sessionStorage.setItem(place, addressKey);
  return { key: addressKey, earlier: stored === addressKey ? null : stored, isAddressKeyMalformed: false };
}

export function storeTabApiKey(sessionStorage: TabApiKeyPlaces['sessionStorage'], key: string | null): void {
  if (key === null) sessionStorage.removeItem(place);
  else sessionStorage.setItem(place, key);
}
