import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import type { AccountState } from '../../../projections/account-state/queries/account-state.ts';
import type { CurrentTimes } from '../../../projections/account-state/queries/presence.ts';
import {
  itemsSection,
  locationSection,
  presenceSection,
  skillsSection,
  type UpdatedAt,
  vitalsSection,
} from '../../../projections/account-state/queries/sections.ts';
import { categoriesOf, hasCategory } from '../../../shared/domain/category.ts';
import { type SectionName, sectionCategory } from '../../../shared/domain/section.ts';
import { accountHead } from '../accounts/account-head.ts';

export type KeyKind = 'user' | 'service';

/** The fields from `access`, without the closing brace. */
export function headJson(visible: VisibleAccount, kind: KeyKind): string {
  const head = { ...accountHead(visible, kind), categories: categoriesOf(visible.readable) };
  return JSON.stringify(head).slice(0, -1);
}

/**
 * Fields that the plugin never sent are null (read-api.md 2.5; rules/responses.md#response-shapes).
 */
export function entryJson(
  head: string,
  { readable }: Pick<VisibleAccount, 'readable'>,
  state: AccountState,
  judged: CurrentTimes,
): string {
  const updatedAt: UpdatedAt = hasCategory(readable, 'activity') ? 'exact' : 'day';
  const shows = (section: SectionName) => hasCategory(readable, sectionCategory[section]);
  let json = head;
  if (shows('presence')) json += presenceFields(state, judged);
  if (shows('vitals')) json += vitalsFields(state);
  if (shows('location')) json += `,"location":${JSON.stringify(locationSection(state, judged))}`;
  if (shows('skills')) json += `,"skills":${skillsJson(state)}`;
  if (shows('equipment')) json += `,"equipment":${itemsJson[updatedAt](state.equipment)}`;
  if (shows('inventory')) json += `,"inventory":${itemsJson[updatedAt](state.inventory)}`;
  return `${json}}`;
}

const noPresence = { online: null, world: null, special_world: null, game_state: null, last_seen: null };

function presenceFields(state: AccountState, judged: CurrentTimes): string {
  return fieldsJson(presenceSection(state, judged) ?? noPresence);
}

const noVitals = { hp: null, prayer: null, spellbook: null };

function vitalsFields(state: AccountState): string {
  return fieldsJson(vitalsSection(state) ?? noVitals);
}

function fieldsJson(section: object): string {
  return `,${fieldsText(section).slice(1, -1)}`;
}

/** Without the time of the section, which an entry does not have. */
function fieldsText(section: object): string {
  const { updated_at: _, ...fields } = section as { readonly updated_at?: string };
  return JSON.stringify(fields);
}

// Skills and items are most of an entry and change least, so their text is kept when it is needed a
// second time.

const skillsText = remembered((skills: AccountState['skills']) => {
  const section = skillsSection({ skills }, 'exact');
  return section === null ? 'null' : fieldsText(section);
});

function skillsJson({ skills }: AccountState): string {
  return skillsText(skills);
}

const itemsJson = {
  exact: orNull(remembered((part: ItemsPart) => JSON.stringify(itemsSection(part, 'exact')))),
  day: orNull(remembered((part: ItemsPart) => JSON.stringify(itemsSection(part, 'day')))),
};

type ItemsPart = NonNullable<AccountState['equipment'] | AccountState['inventory']>;

function orNull<Part>(render: (part: Part) => string): (part: Part | null) => string {
  return (part) => (part === null ? 'null' : render(part));
}

function remembered<Part extends object>(render: (part: Part) => string): (part: Part) => string {
  /** Null while the text was needed only once. */
  const texts = new WeakMap<Part, string | null>();
  return (part) => {
    const known = texts.get(part);
    if (typeof known === 'string') return known;
    const text = render(part);
    texts.set(part, known === undefined ? null : text);
    return text;
  };
}
