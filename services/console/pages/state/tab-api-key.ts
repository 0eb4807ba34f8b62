/** The key of the tab's session storage, which ends with the tab and which no other tab reads. */
const place = 'hub-key';
const keyPattern = /^hub_[0-9A-Za-z]{1,64}_[0-9A-Za-z]{1,128}$/;

/** The parts of a window that hold an API key. */
export interface TabApiKeyPlaces {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/** Whether a text has the form of an API key. */
export function isApiKeyFormat(text: string): boolean {
  return keyPattern.test(text);
}

/** Whether a fragment contains an API key, valid or not. */
export function hasApiKey(hash: string): boolean {
  return keyIn(hash) !== null;
}

function keyIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get('key');
}

/**
 * Takes the API key of this tab. A key in the fragment (`/#key=hub_…`) moves into the tab's storage, so that
 * the history and a copied address do not contain it.
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
