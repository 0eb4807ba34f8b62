const place = 'hub-theme';

/** `system` follows the operating system. */
export const themes = ['system', 'dark', 'light'] as const;
export type Theme = (typeof themes)[number];

export function readStoredTheme(): Theme {
  const stored = localStorage.getItem(place);
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Also stores the theme for the next visit. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  localStorage.setItem(place, theme);
  dispatchEvent(new Event(themeChanged));
}

const themeChanged = 'hub-theme-changed';

/** Also reports changes of the system colours. @returns how to stop */
export function onThemeChange(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  addEventListener(themeChanged, listener);
  system.addEventListener('change', listener);
  return () => {
    removeEventListener(themeChanged, listener);
    system.removeEventListener('change', listener);
  };
}
