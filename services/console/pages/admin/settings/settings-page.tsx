import { useTitle } from '../../browser/use-title.ts';
import { DecommissionPanel } from './decommission-panel.tsx';
import { HubSettingsPanel } from './hub-settings-panel.tsx';
import './settings.css';

export function SettingsPage() {
  useTitle('Settings');
  return (
    <main id="content" className="page admin-page">
      <h1>Settings</h1>
      <HubSettingsPanel />
      <DecommissionPanel />
    </main>
  );
}
