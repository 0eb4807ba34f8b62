import type { AccountData } from '../account-sections.ts';
import { ActivityPanel } from './activity/activity-panel.tsx';
import { NamesPanel } from './names-panel.tsx';
import { PlaySessionsPanel } from './play-sessions/play-sessions-panel.tsx';
import { TrailPanel } from './trail/trail-panel.tsx';
import { WealthPanel } from './wealth-panel.tsx';

export function HistoryTab({ account }: { readonly account: AccountData }) {
  return (
    <div className="account-column">
      <ActivityPanel account={account} />
      <div className="account-halves">
        <PlaySessionsPanel account={account} />
        <TrailPanel account={account} />
      </div>
      <WealthPanel account={account} />
      <NamesPanel accountId={account.id} />
    </div>
  );
}
