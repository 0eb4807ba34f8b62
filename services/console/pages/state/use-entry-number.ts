import { useLocation, useNavigate } from 'react-router';

/** A number of this entry of the history, which Back restores and another address forgets. */
export function useEntryNumber(name: string, byDefault: number): [number, (value: number) => void] {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const kept: unknown = state?.[name];
  const set = (value: number) =>
    void navigate({ search, hash }, { replace: true, state: { ...state, [name]: value } });
  return [typeof kept === 'number' ? kept : byDefault, set];
}
