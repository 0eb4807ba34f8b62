import { Fragment, type ReactNode } from 'react';
import type { Category } from '../../../../../shared/domain/category.ts';
import { useIsNarrow } from '../../browser/use-is-narrow.ts';
import { accountName, isolateName } from '../../common/text/account-name.ts';
import { allCategories, categoryName } from '../../common/text/category-name.ts';
import { humanizeName } from '../../common/text/format.ts';
import { Name } from '../../common/text/isolated-name.tsx';
import type { NamedMember, OwnAccount, SharedCategory } from '../../console-api/answers.ts';
import { isCellSelected, type SharingSelection } from './sharing-selection.ts';

interface Props {
  readonly accounts: readonly OwnAccount[];
  readonly members: readonly NamedMember[];
  readonly selection: SharingSelection;
  readonly onPress: (pressed: PressedCells) => void;
  /** Comes below the row of the pressed cell, so that the keyboard reaches the editor next. */
  readonly editor: { readonly below: PressedCells; readonly part: ReactNode } | null;
}

export interface PressedCells {
  /** All accounts when left out. */
  readonly accountId?: string;
  /** All categories except the bank when left out. */
  readonly category?: Category;
}

export function SharingGrid({ accounts, members, selection, onPress, editor }: Props) {
  const isSingle = accounts.length === 1;
  const look = useIsNarrow() || isSingle ? `sharing-list ${isSingle ? 'single' : ''}` : undefined;
  const editorBelow = (accountId: string | undefined) =>
    editor !== null &&
    editor.below.accountId === accountId && (
      <tr>
        <td className="sharing-editor" colSpan={allCategories.length + 1}>
          {editor.part}
        </td>
      </tr>
    );
  return (
    <div className="sharing-grid">
      <table aria-label="Audiences" className={look}>
        <thead>
          <tr>
            <th scope="col">
              <button type="button" onClick={() => onPress({})}>
                All
              </button>
            </th>
            {allCategories.map((category) => (
              <th key={category} scope="col">
                <button type="button" onClick={() => onPress({ category })}>
                  {categoryName(category)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {editorBelow(undefined)}
          {accounts.map((account) => {
            const { id, sharing } = account;
            const name = accountName(account);
            return (
              <Fragment key={id}>
                <tr>
                  <th scope="row">
                    <button type="button" className="clip" onClick={() => onPress({ accountId: id })}>
                      <Name of={name} />
                    </button>
                  </th>
                  {allCategories.map((category) => (
                    <td key={category}>
                      <button
                        type="button"
                        data-audience={sharing[category].audience}
                        data-category={categoryName(category)}
                        aria-label={`${categoryName(category)} of ${name}: ${shortText(sharing[category])}`}
                        aria-pressed={isCellSelected(selection, id, category)}
                        title={whoSees(sharing[category], members)}
                        onClick={() => onPress({ accountId: id, category })}
                      >
                        {shortText(sharing[category])}
                      </button>
                    </td>
                  ))}
                </tr>
                {editorBelow(id)}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function shortText({ audience, members }: SharedCategory): string {
  return audience === 'selected' ? `Some (${members.length})` : humanizeName(audience);
}

function whoSees({ audience, members: ids }: SharedCategory, members: readonly NamedMember[]): string {
  if (audience === 'guild') return 'Every member of the guild, and its services';
  if (audience === 'private') return 'Only you';
  const names = ids.map((id) => members.find((member) => member.id === id)?.name ?? 'somebody who left');
  return names.map(isolateName).join(', ');
}
