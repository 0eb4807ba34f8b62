import { NavLink } from 'react-router';
import { type AccountTab, accountTabs } from '../../page-paths.ts';
import { accountAddress, previewParameter } from '../common/account-address.ts';
import type { AccountData } from './account-sections.ts';

export type ShownTab = 'overview' | AccountTab;

export const tabTitles: Readonly<Record<ShownTab, string>> = {
  overview: 'Overview',
  drops: 'Drops',
  'collection-log': 'Collection log',
  kills: 'Kills',
  progress: 'Progress',
  records: 'Records',
  history: 'History',
  bank: 'Bank',
};

interface Props {
  readonly account: AccountData;
  readonly shown: ShownTab;
  /** Keeps the view of the guild from tab to tab. */
  readonly isPreview: boolean;
}

/** A bank that this reader cannot read has no link, but its address works. */
export function AccountTabLinks({ account: { id, categories }, shown, isPreview }: Props) {
  const address = (tab: string) => ({
    pathname: accountAddress(id) + tab,
    search: isPreview ? `${previewParameter.name}=${previewParameter.guild}` : '',
  });
  return (
    <nav aria-label="Account" className="tab-links">
      <NavLink to={address('')} end>
        {tabTitles.overview}
      </NavLink>
      {accountTabs
        .filter((tab) => tab === shown || tab !== 'bank' || categories.includes('bank'))
        .map((tab) => (
          <NavLink key={tab} to={address(`/${tab}`)}>
            {tabTitles[tab]}
          </NavLink>
        ))}
    </nav>
  );
}
