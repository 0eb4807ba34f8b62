import { NavLink, Route, Routes } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { NoSuchPage } from '../shell/no-such-page.tsx';
import { AuditPage } from './audit/audit-page.tsx';
import { HubPage } from './hub/hub-page.tsx';
import { ServiceKeysPage } from './keys/service-keys-page.tsx';
import { MembersPage } from './members/members-page.tsx';
import { PayloadsPage } from './payloads/payloads-page.tsx';
import { SettingsPage } from './settings/settings-page.tsx';
import './admin.css';

const pages = [
  [pagePaths.adminMembers, 'Members', <MembersPage key="members" />],
  [pagePaths.adminKeys, 'Service keys', <ServiceKeysPage key="keys" />],
  [pagePaths.adminHub, 'The hub', <HubPage key="hub" />],
  [pagePaths.adminAudit, 'Audit log', <AuditPage key="audit" />],
  [pagePaths.adminPayloads, 'Received reports', <PayloadsPage key="payloads" />],
  [pagePaths.adminSettings, 'Settings', <SettingsPage key="settings" />],
] as const;

export function AdminPages() {
  return (
    <>
      <nav aria-label="Pages of admins" className="admin-nav">
        {pages.map(([path, title]) => (
          <NavLink key={path} to={path}>
            {title}
          </NavLink>
        ))}
      </nav>
      <Routes>
        {pages.map(([path, , page]) => (
          <Route key={path} path={path.replace('/admin/', '')} element={page} />
        ))}
        <Route path="*" element={<NoSuchPage />} />
      </Routes>
    </>
  );
}
