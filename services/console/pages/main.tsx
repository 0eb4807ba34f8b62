import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import './style/tokens.css';
import './style/base.css';
import { App } from './app.tsx';
import { takeTabKey } from './hub/tab-key.ts';
import { applyTheme, storedTheme } from './shell/theme.ts';

applyTheme(storedTheme());
const firstKey = takeTabKey(window);
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
