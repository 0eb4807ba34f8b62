import { Link } from 'react-router';
import { accountAddress } from '../account-address.ts';
import { Name } from './isolated-name.tsx';

interface Props {
  readonly account: { readonly id: string; readonly name: string };
  readonly className?: string;
}

export function AccountLink({ account: { id, name }, className }: Props) {
  return (
    <Link to={accountAddress(id)} className={className}>
      <Name of={name} />
    </Link>
  );
}
