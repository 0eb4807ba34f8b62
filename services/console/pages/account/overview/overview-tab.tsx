import { AccountEvents } from '../account-events.tsx';
import type { AccountData } from '../account-sections.ts';
import { AchievedFigures } from './achieved-figures.tsx';
import { GearPanel } from './gear-panel.tsx';
import { InventoryPanel } from './inventory-panel.tsx';
import { SkillsPanel } from './skills-panel.tsx';
import { XpPanel } from './xp-panel.tsx';

export function OverviewTab({ account }: { readonly account: AccountData }) {
  return (
    <div className="account-columns">
      <AchievedFigures account={account} />
      <div className="account-column">
        <SkillsPanel account={account} />
        <XpPanel account={account} />
      </div>
      <div className="account-column">
        <GearPanel account={account} />
        <InventoryPanel account={account} />
      </div>
      <AccountEvents account={account} title="Events" />
    </div>
  );
}
