import { Fragment } from 'react';
import { Link } from 'react-router';
import { boardAddress } from '../common/board-address.ts';
import type { KnownBoss } from '../common/bosses/rank-bosses.ts';
import { Name } from '../common/text/isolated-name.tsx';

const linkedMax = 5;

interface Props {
  readonly bosses: readonly KnownBoss[];
  readonly period: string;
}

/** For a board without kills. */
export function OtherBosses({ bosses, period }: Props) {
  const killed = bosses.filter(({ kills }) => kills > 0).slice(0, linkedMax);
  if (killed.length === 0) return null;
  return (
    <>
      {' '}
      There are kills of{' '}
      {killed.map(({ name }, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <Link to={boardAddress({ metric: 'kills', boss: name, period })}>
            <Name of={name} />
          </Link>
        </Fragment>
      ))}
      .
    </>
  );
}
