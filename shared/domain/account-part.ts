/** A part of an account's page that only some plugins can fill. */
export type AccountPart =
  | 'skills'
  | 'gear'
  | 'inventory'
  | 'drops'
  | 'collection log'
  | 'kill counts'
  | 'quests'
  | 'diaries'
  | 'lists of quests and diaries'
  | 'combat achievements'
  | 'slayer'
  | 'pets'
  | 'bank';
