import type { ReactNode } from 'react';
import { AccountLink } from '../common/text/account-link.tsx';

interface Props {
  readonly account: { readonly id: string; readonly name: string };
  readonly when?: ReactNode;
  /** The number of its line in a chart. */
  readonly series?: number;
  readonly children: ReactNode;
}

/** A result of an account. */
export function AccountEntry({ account, when, series, children }: Props) {
  return (
    <li className="account-entry" data-series={series}>
      <AccountLink account={account} />
      <span className="number">{children}</span>
      {when !== undefined && <span className="number dim small">{when}</span>}
    </li>
  );
}
