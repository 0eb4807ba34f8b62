import { Fragment } from 'react';
import { Link } from 'react-router';
import { boardAddress } from '../common/board-address.ts';
import type { KnownBoss } from '../common/bosses/use-known-bosses.ts';
import { Name } from '../common/text/isolated-name.tsx';

const linkedMax = 5;

interface Props {
  readonly bosses: readonly KnownBoss[];
  readonly period: string;
}

/** For a board without kills. */
export function OtherBosses({ bosses, period }: Props) {
  if (bosses.length === 0) return null;
  return (
    <>
      {' '}
      There are kills of{' '}
      {bosses.slice(0, linkedMax).map(({ name }, index) => (
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
