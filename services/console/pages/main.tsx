import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import './style/tokens.css';
import './style/base.css';
import { App } from './app.tsx';
import { basePath } from './browser/base-path.ts';
import { watchForMissingStyles } from './browser/missing-styles.ts';
import { applyTheme, readStoredTheme } from './browser/theme.ts';
import { hasApiKey, takeTabApiKey } from './state/tab-api-key.ts';

// At an address of the hub without the path, as on its own machine.
if (!`${location.pathname}/`.startsWith(`${basePath}/`)) {
  const { pathname, search, hash } = location;
  location.replace(basePath + pathname + search + hash);
}
applyTheme(readStoredTheme());
watchForMissingStyles(document.head);
const initialTabKey = takeTabApiKey(window);
// For a tab that is already open: the reload removes the key from the address and the history.
addEventListener('hashchange', () => {
  if (hasApiKey(location.hash)) location.reload();
});
const root = document.getElementById('app');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter basename={basePath}>
        <App initialTabKey={initialTabKey} />
      </BrowserRouter>
    </StrictMode>,
  );
}
