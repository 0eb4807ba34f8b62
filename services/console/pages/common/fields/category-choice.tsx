import type { Category } from '../../../../../shared/domain/category.ts';
import { allCategories, categoryContent, categoryName } from '../text/category-name.ts';
import './fields.css';

interface Props {
  readonly legend: string;
  /** All when left out. */
  readonly categories?: readonly Category[];
  readonly chosen: readonly Category[];
  readonly onChange: (chosen: readonly Category[]) => void;
}

export function CategoryChoice({ legend, categories = allCategories, chosen, onChange }: Props) {
  return (
    <fieldset className="choice-list">
      <legend>{legend}</legend>
      {categories.map((category) => (
        <label key={category}>
          <input
            type="checkbox"
            checked={chosen.includes(category)}
            onChange={({ target }) =>
              onChange(
                categories.filter((each) => (each === category ? target.checked : chosen.includes(each))),
              )
            }
          />
          {categoryName(category)} <span className="dim small">{categoryContent[category]}</span>
        </label>
      ))}
    </fieldset>
  );
}
