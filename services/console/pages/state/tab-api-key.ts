/** Where the key of this tab is kept: it ends with the tab, and no other tab reads it. */
const place = 'hub-key';
const keyPattern = /^hub_[0-9A-Za-z]{1,64}_[0-9A-Za-z]{1,128}$/;

/** The parts of a window that hold a key. */
export interface TabApiKeyPlaces {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/** Whether a text could be a key of a hub. */
export function isApiKeyFormat(text: string): boolean {
  return keyPattern.test(text);
}

/** Whether a fragment gives this tab a key, or what is meant as one. */
export function hasApiKey(hash: string): boolean {
  return keyIn(hash) !== null;
}

function keyIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get('key');
}

/**
 * The key of this tab. One in the fragment (`/#key=hub_…`) goes into the tab and out of the address, so that it is neither in
 * the browser's history nor in an address that somebody copies.
 */
export function takeTabApiKey({ location, history, sessionStorage }: TabApiKeyPlaces): string | null {
  const given = keyIn(location.hash);
  if (given !== null) {
    history.replaceState(null, '', location.pathname + location.search);
    if (isApiKeyFormat(given)) sessionStorage.setItem(place, given);
  }
  return sessionStorage.getItem(place);
}

export function storeTabApiKey(sessionStorage: TabApiKeyPlaces['sessionStorage'], key: string | null): void {
  if (key === null) sessionStorage.removeItem(place);
  else sessionStorage.setItem(place, key);
}
