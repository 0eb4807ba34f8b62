/** The bundler asks once for each style sheet, and then treats it as loaded. */
const missing = new Set<string>();
let fetching: Promise<void> | null = null;

export function watchForMissingStyles(head: HTMLHeadElement): void {
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    missing.add(target.href);
    target.remove();
  };
  // Errors of links do not bubble.
  head.addEventListener('error', note, { capture: true });
}

/** @throws Error when a style sheet fails again */
export function fetchMissingStyles(): Promise<void> {
  fetching ??= Promise.all([...missing].map(fetchStyle))
    .then(() => {})
    .finally(() => {
      fetching = null;
    });
  return fetching;
}

function fetchStyle(href: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  link.onload = () => {
    missing.delete(href);
    resolve();
  };
  link.onerror = () => reject(new Error('a style sheet does not come'));
  document.head.append(link);
  return promise;
}
