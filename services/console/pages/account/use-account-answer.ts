import type { AnswerOf, ApiPath, ParametersOf } from '../../../../shared/client/api.ts';
import { type AnswerState, useHubAnswer } from '../read-api/use-hub-answer.ts';
import type { ApiKeyCategory } from '../read-api/use-key-rights.ts';
import { type AccountData, missingCategory } from './account-sections.ts';

export type AccountPath = Extract<ApiPath, `/accounts/{id}/${string}`>;
export type AccountDataOf<Path extends AccountPath> =
  AnswerOf<Path> extends { readonly data: infer Data } ? Data : never;

export interface AccountQuestion<Path extends AccountPath> {
  readonly account: AccountData;
  /** The category that the answer needs. */
  readonly category: ApiKeyCategory;
  readonly path: Path;
  /** Without `id`. */
  readonly parameters?: Omit<ParametersOf<Path>, 'id' | 'from'>;
  /** The answer begins so long ago. Default: where the operation begins. */
  readonly sinceMs?: number | undefined;
  /** Default: asks once. */
  readonly everyMs?: number;
}

/** Parts of a page that ask the same share the answer. Asks nothing without the category. */
export function useAccountAnswer<Path extends AccountPath>(
  question: AccountQuestion<Path>,
): AnswerState<{ readonly data: AccountDataOf<Path> }> {
  const { account, category, path, parameters, sinceMs, everyMs } = question;
  return useHubAnswer(
    path,
    { id: account.id, sinceMs, ...parameters },
    (client, signal) =>
      client.get(path, ...([wantedOf(question), signal] as never)) as Promise<{
        readonly data: AccountDataOf<Path>;
      }>,
    {
      enabled: missingCategory(account, category) === undefined,
      ...(everyMs !== undefined && { everyMs }),
    },
  );
}

export function wantedOf<Path extends AccountPath>(question: AccountQuestion<Path>): ParametersOf<Path> {
  const { account, parameters, sinceMs } = question;
  const from = sinceMs === undefined ? undefined : Date.now() - sinceMs;
  return { ...parameters, id: account.id, from } as unknown as ParametersOf<Path>;
}
