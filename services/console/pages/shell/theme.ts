const place = 'hub-theme';

/** `system` follows the operating system. */
export const themes = ['system', 'dark', 'light'] as const;
export type Theme = (typeof themes)[number];

export function storedTheme(): Theme {
  const stored = localStorage.getItem(place);
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Shows the theme and keeps it for the next visit. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  localStorage.setItem(place, theme);
}
