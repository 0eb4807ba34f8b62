import { Link } from 'react-router';
import { knownCombatLevel } from '../../../../shared/domain/combat-level.ts';
import { pagePaths } from '../../page-paths.ts';
import { Figure } from '../common/panel/figures.tsx';
import { StatusDot } from '../common/status-dot.tsx';
import { Amount } from '../common/text/amount.tsx';
import { exactAmount } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { PlaceText } from '../common/text/place-text.tsx';
import { TimeAgo } from '../common/text/time-ago.tsx';
import { type AccountData, missingCategory, readSection } from './account-sections.ts';

interface HeadingProps {
  readonly account: AccountData;
  /** On a phone, only the overview has room for everything. */
  readonly isShort: boolean;
}

export function AccountHeading({ account, isShort }: HeadingProps) {
  const { id, name, type_label, owner, first_seen } = account;
  const presence = readSection(account.presence);
  const vitals = readSection(account.vitals);
  const skills = readSection(account.skills);
  const combat = knownCombatLevel(skills?.skills ?? []);
  const freshness = presence?.online === true ? 'online' : 'offline';
  return (
    <header className={isShort ? 'account-head is-short' : 'account-head'}>
      <div className="account-title">
        <h1>
          {presence !== null && <StatusDot freshness={freshness} />} <Name of={name} />
        </h1>
        <p className="dim">
          {type_label}
          {owner !== null && owner.name !== name && (
            <>
              {' '}
              · of <Name of={owner.name} />
            </>
          )}{' '}
          · first seen <TimeAgo at={first_seen} />
        </p>
        <p className="small">
          {presence === null ? null : presence.online ? (
            <>
              World {presence.world ?? 'unknown'}
              {presence.special_world && ' (special)'}
            </>
          ) : (
            <>
              Last seen <TimeAgo at={presence.last_seen} />
            </>
          )}
          <Whereabouts account={account} isFirst={presence === null} />
        </p>
        <p className="row wrap small">
          <Link to={`${pagePaths.live}?follow=${id}`}>Follow on the map</Link>
          <Link to={`${pagePaths.live}?follow=${id}&trails=${id}&range=day`}>Trail of the last day</Link>
          {missingCategory(account, 'events') === undefined && (
            <Link to={`${pagePaths.events}?account=${id}`}>All events</Link>
          )}
        </p>
      </div>
      <dl className="account-facts">
        {vitals?.hp && <GaugeBar title="Hit points" {...vitals.hp} kind="hp" />}
        {vitals?.prayer && <GaugeBar title="Prayer" {...vitals.prayer} kind="prayer" />}
        {vitals?.spellbook && <Figure title="Spellbook">{vitals.spellbook}</Figure>}
        {combat !== null && <Figure title="Combat level">{combat}</Figure>}
        {skills !== null && <Figure title="Total level">{exactAmount(skills.total_level)}</Figure>}
        {skills !== null && (
          <Figure title="Overall xp">
            <Amount value={skills.overall_xp} unit="xp" />
          </Figure>
        )}
      </dl>
    </header>
  );
}

function Whereabouts({ account, isFirst }: { readonly account: AccountData; readonly isFirst: boolean }) {
  const location = readSection(account.location);
  if (location === null) return null;
  return (
    <>
      {!isFirst && ' · '}
      <PlaceText location={location} />
    </>
  );
}

interface Props {
  readonly title: string;
  readonly current: number;
  /** `current` may exceed this. */
  readonly max: number;
  readonly kind: 'hp' | 'prayer';
}

function GaugeBar({ title, current, max, kind }: Props) {
  return (
    <Figure title={title}>
      {current}/{max}
      <meter
        className={kind}
        aria-label={title}
        min={0}
        max={Math.max(1, max)}
        value={Math.min(current, max)}
      />
    </Figure>
  );
}
