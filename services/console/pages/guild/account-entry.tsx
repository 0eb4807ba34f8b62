import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { accountAddress } from '../common/account-address.ts';
import { Name } from '../common/text/isolated-name.tsx';

interface Props {
  readonly account: { readonly id: string; readonly name: string };
  readonly when?: ReactNode;
  readonly children: ReactNode;
}

/** A result of an account. */
export function AccountEntry({ account, when, children }: Props) {
  return (
    <li className="account-entry">
      <Link to={accountAddress(account.id)}>
        <Name of={account.name} />
      </Link>
      <span className="number">{children}</span>
      {when !== undefined && <span className="number dim small">{when}</span>}
    </li>
  );
}
