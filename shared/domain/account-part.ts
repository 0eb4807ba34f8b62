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
  | 'combat achievements'
  | 'slayer'
  | 'pets'
  | 'bank';
