import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import './style/tokens.css';
import './style/base.css';
import { App } from './app.tsx';
import { noteMissingStyles } from './browser/missing-styles.ts';
import { applyTheme, storedTheme } from './browser/theme.ts';
import { givesKey, takeTabKey } from './state/tab-api-key.ts';

applyTheme(storedTheme());
noteMissingStyles(document.head);
const firstKey = takeTabKey(window);
// Into a tab that is open already: the load takes the key, and takes it out of the address and the history.
addEventListener('hashchange', () => {
  if (givesKey(location.hash)) location.reload();
});
const root = document.getElementById('app');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <App firstKey={firstKey} />
      </BrowserRouter>
    </StrictMode>,
  );
}
