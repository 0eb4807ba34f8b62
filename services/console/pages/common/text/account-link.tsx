import { Link } from 'react-router';
import { accountAddress } from '../account-address.ts';
import { Name } from './isolated-name.tsx';

interface Props {
  readonly account: { readonly id: string; readonly name: string };
  readonly className?: string;
  /** A tab and choices, after the address. */
  readonly below?: string;
}

export function AccountLink({ account: { id, name }, className, below = '' }: Props) {
  return (
    <Link to={accountAddress(id) + below} className={className}>
      <Name of={name} />
    </Link>
  );
}
