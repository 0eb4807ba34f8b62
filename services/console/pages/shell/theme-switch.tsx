import { useState } from 'react';
import { applyTheme, readStoredTheme, themes } from '../browser/theme.ts';

const signs = { system: '◐', dark: '☾', light: '☀' } as const;

export function ThemeSwitch() {
  const [theme, setTheme] = useState(readStoredTheme);
  const change = () => {
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button type="button" className="icon-button" onClick={change} title={`Colours: ${theme}`}>
      <span aria-hidden="true">{signs[theme]}</span>
      <span className="hidden-text">Colours: {theme}</span>
    </button>
  );
}
