import { useState } from 'react';
import type { AnswerOf } from '../../../../../../shared/client/api.ts';
import { useIsNarrow } from '../../../browser/use-is-narrow.ts';
import { SearchInput } from '../../../common/fields/search-input.tsx';
import { countText } from '../../../common/text/format.ts';
import './lists.css';

type Quests = NonNullable<AnswerOf<'/accounts/{id}/progress'>['data']['quests']>;
type Quest = NonNullable<Quests['states']>[number];

const titles = { started: 'Started', not_started: 'Not started', finished: 'Finished' } as const;

/** The unfinished quests first, which a phone folds. A search opens the finished quests too. */
export function QuestList({ quests }: { readonly quests: readonly Quest[] }) {
  const [find, setFind] = useState('');
  const isNarrow = useIsNarrow();
  const words = find.trim().toLowerCase();
  const named = quests
    .map(({ name, state }) => ({ name: name ?? 'Unknown quest', state }))
    .filter(({ name }) => name.toLowerCase().includes(words))
    .sort((one, other) => sortName(one.name).localeCompare(sortName(other.name)));
  const missing = quests.filter(({ state }) => state !== 'finished').length;
  return (
    <section className="progress-part quest-list" aria-label="Quests by name">
      <div className="row wrap">
        <h3 className="grow">
          {missing === 0 ? 'No unfinished quest' : countText(missing, 'unfinished quest')}
        </h3>
        <SearchInput label="Find a quest" value={find} onChange={setFind} />
      </div>
      {named.length === 0 && <p className="notice">No quest has this text.</p>}
      {Object.entries(titles).map(([state, title]) => {
        const found = named.filter((quest) => quest.state === state);
        return (
          found.length > 0 && (
            <details
              key={`${state} ${words !== ''}`}
              open={state === 'started' || (state === 'not_started' && !isNarrow) || words !== ''}
            >
              <summary>
                {title} <span className="dim">({found.length})</span>
              </summary>
              <ul className="quest-names" aria-label={title}>
                {found.map(({ name }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: quests without a name are equal
                  <li key={`${name} ${index}`}>{name}</li>
                ))}
              </ul>
            </details>
          )
        );
      })}
      <p className="dim small">
        The list has miniquests and the parts of Recipe for Disaster too, so it is longer than the number of
        quests.
      </p>
    </section>
  );
}

/** As players look for a name. */
function sortName(name: string): string {
  return name.replace(/^(The|A|An) /, '');
}
