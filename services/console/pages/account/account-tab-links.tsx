import { NavLink } from 'react-router';
import { type AccountTab, accountTabs } from '../../page-paths.ts';
import { accountAddress, previewParameter } from '../common/account-address.ts';
import { useSession } from '../console-api/use-session.ts';
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
  names: 'Names',
  bank: 'Bank',
};

interface Props {
  readonly account: AccountData;
  readonly shown: ShownTab;
  /** Keeps the view of the guild from tab to tab. */
  readonly isPreview: boolean;
}

/** Tabs that this reader can never fill have no link, but their addresses work. */
export function AccountTabLinks({ account: { id, categories }, shown, isPreview }: Props) {
  const isMember = useSession() !== null;
  const hidden: Partial<Record<ShownTab, boolean>> = {
    names: !isMember || isPreview,
    bank: !categories.includes('bank'),
  };
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
        .filter((tab) => tab === shown || hidden[tab] !== true)
        .map((tab) => (
          <NavLink key={tab} to={address(`/${tab}`)}>
            {tabTitles[tab]}
          </NavLink>
        ))}
    </nav>
  );
}
