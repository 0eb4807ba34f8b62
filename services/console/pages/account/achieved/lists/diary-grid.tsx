import type { AnswerOf } from '../../../../../../shared/client/api.ts';
import { humanizeName } from '../../../common/text/format.ts';
import './lists.css';

type Diaries = NonNullable<AnswerOf<'/accounts/{id}/progress'>['data']['diaries']>;

/** The tiers of each area: a tick, or the number of finished tasks. */
export function DiaryGrid({ areas }: { readonly areas: NonNullable<Diaries['areas']> }) {
  return (
    <section className="progress-part diary-areas" aria-label="Diaries by area">
      <h3>Diaries by area</h3>
      <table className="diary-grid">
        <thead>
          <tr>
            <th scope="col">Area</th>
            {areas[0]?.tiers.map(({ tier }) => (
              <th key={tier} scope="col">
                {humanizeName(tier)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map(({ area, tiers }) => (
            <tr key={area}>
              <th scope="row">{area}</th>
              {tiers.map(({ tier, completed, total }) => (
                <td key={tier} className={stateOf(completed, total)}>
                  {completed === total ? (
                    <>
                      <span aria-hidden="true">✓</span>
                      <span className="hidden-text">done</span>
                    </>
                  ) : (
                    `${completed}/${total}`
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function stateOf(completed: number, total: number): string {
  if (completed === total) return 'done';
  return completed === 0 ? 'dim' : '';
}
