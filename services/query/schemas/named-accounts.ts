import { accountIdForm, exampleAccountId, ListedAccountId, otherExampleAccountId } from './account-ref.ts';
import { commaList } from './parameters.ts';

/** The kind of a key decides how many accounts it may name (read-api.md 4). */
export const namedAccountsParameter = commaList(ListedAccountId, {
  max: 50,
  whenEmpty: 'nothing',
  required: true,
  form: accountIdForm,
}).meta({
  description: 'Comma list of 1 to 10 account ids, 50 for a service key.',
  example: `${exampleAccountId},${otherExampleAccountId}`,
});
