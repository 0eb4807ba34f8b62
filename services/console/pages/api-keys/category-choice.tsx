import type { Category } from '../../../../shared/domain/category.ts';
import { allCategories, categoryName } from '../common/text/category-name.ts';
import '../commands/command.css';

interface Props {
  readonly chosen: readonly Category[];
  readonly onChange: (chosen: readonly Category[]) => void;
}

/** Chooses the categories that a key reads. */
export function CategoryChoice({ chosen, onChange }: Props) {
  return (
    <fieldset className="choice-list">
      <legend>What it reads</legend>
      {allCategories.map((category) => (
        <label key={category}>
          <input
            type="checkbox"
            checked={chosen.includes(category)}
            onChange={({ target }) =>
              onChange(
                allCategories.filter((each) => (each === category ? target.checked : chosen.includes(each))),
              )
            }
          />
          {categoryName(category)}
        </label>
      ))}
    </fieldset>
  );
}
