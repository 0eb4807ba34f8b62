import type { ReactNode } from 'react';
import type { CsvPath } from '../../../../shared/client/api.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { CsvButton } from '../common/table/csv-button.tsx';
import { missingCategory } from './account-sections.ts';
import {
  type AccountDataOf,
  type AccountPath,
  type AccountQuestion,
  useAccountAnswer,
  wantedOf,
} from './use-account-answer.ts';

/** Asks each minute by default. */
interface Props<Path extends AccountPath> extends AccountQuestion<Path> {
  readonly title: string;
  readonly actions?: ReactNode;
  /** A button saves the answer as a file of this name. */
  readonly csvName?: string;
  readonly children: (data: AccountDataOf<Path>) => ReactNode;
}

/** A panel with an answer about the account. */
export function AccountAnswer<Path extends AccountPath>(props: Props<Path>) {
  const { account, category, path, title, actions, csvName, children } = props;
  const missing = missingCategory(account, category);
  const asked = useAccountAnswer<Path>({ everyMs: 60_000, ...props });
  const all =
    csvName === undefined ? (
      actions
    ) : (
      <>
        {actions}
        <CsvButton
          path={path as Path & CsvPath}
          parameters={() => wantedOf<Path>(props)}
          name={`${account.name} ${csvName}`}
        />
      </>
    );
  return (
    <AnswerPanel title={title} actions={missing === undefined && all} asked={asked} missing={missing}>
      {({ data }) => children(data)}
    </AnswerPanel>
  );
}
