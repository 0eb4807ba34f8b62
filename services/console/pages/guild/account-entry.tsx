import type { ReactNode } from 'react';
import { AccountLink } from '../common/text/account-link.tsx';

interface Props {
  readonly account: { readonly id: string; readonly name: string };
  readonly when?: ReactNode;
  readonly children: ReactNode;
}

/** A result of an account. */
export function AccountEntry({ account, when, children }: Props) {
  return (
    <li className="account-entry">
      <AccountLink account={account} />
      <span className="number">{children}</span>
      {when !== undefined && <span className="number dim small">{when}</span>}
    </li>
  );
}
