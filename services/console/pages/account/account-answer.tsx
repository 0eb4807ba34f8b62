import type { ReactNode } from 'react';
import type { AnswerOf, ApiPath, CsvPath, ParametersOf } from '../../../../shared/client/api.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { CsvButton } from '../common/table/csv-button.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import type { ApiKeyCategory } from '../read-api/use-key-rights.ts';
import { type AccountData, missingCategory } from './account-sections.ts';

type AccountPath = Extract<ApiPath, `/accounts/{id}/${string}`>;
type DataOf<Path extends AccountPath> = AnswerOf<Path> extends { readonly data: infer Data } ? Data : never;

interface Props<Path extends AccountPath> {
  readonly account: AccountData;
  /** The category that the answer needs. */
  readonly category: ApiKeyCategory;
  readonly path: Path;
  /** Without `id`. */
  readonly parameters?: Omit<ParametersOf<Path>, 'id' | 'from'>;
  /** The answer begins so long ago. Default: where the operation begins. */
  readonly sinceMs?: number | undefined;
  readonly everyMs?: number;
  readonly title: string;
  readonly actions?: ReactNode;
  /** A button saves the answer as a file of this name. */
  readonly csvName?: string;
  readonly children: (data: DataOf<Path>) => ReactNode;
}

/** A panel with an answer about the account. */
export function AccountAnswer<Path extends AccountPath>(props: Props<Path>) {
  const { account, category, path, parameters, sinceMs, everyMs = 60_000 } = props;
  const { title, actions, csvName, children } = props;
  const { id } = account;
  const missing = missingCategory(account, category);
  const from = () => (sinceMs === undefined ? undefined : Date.now() - sinceMs);
  const wanted = () => ({ ...parameters, id, from: from() }) as unknown as ParametersOf<Path>;
  const asked = useHubAnswer(
    path,
    { id, sinceMs, ...parameters },
    (client, signal) =>
      client.get(path, ...([wanted(), signal] as never)) as Promise<{ readonly data: DataOf<Path> }>,
    { enabled: missing === undefined, everyMs },
  );
  const all =
    csvName === undefined || missing !== undefined ? (
      actions
    ) : (
      <>
        {actions}
        <CsvButton path={path as Path & CsvPath} parameters={wanted} name={`${account.name} ${csvName}`} />
      </>
    );
  return (
    <AnswerPanel title={title} actions={all} asked={asked} missing={missing}>
      {({ data }) => children(data)}
    </AnswerPanel>
  );
}
