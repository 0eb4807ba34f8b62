import { Link } from 'react-router';
import { accountAddress } from '../account-address.ts';
import { Name } from './isolated-name.tsx';

interface Props {
  readonly account: { readonly id: string; readonly name: string };
}

export function AccountLink({ account: { id, name } }: Props) {
  return (
    <Link to={accountAddress(id)}>
      <Name of={name} />
    </Link>
  );
}
