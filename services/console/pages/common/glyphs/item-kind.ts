/**
 * The first pattern counts: a swordfish is food, and a ring with charges is no potion. Bosses are
 * last: a dragon dagger is a weapon.
 */
const patterns = [
  ['pet', /^pet\b|\bpet$|\bkitten$/],
  ['coins', /^coins?$|\btokens?$/],
  ['key', /\bkey\b/],
  ['seed', /\b(seeds?|sapling|spores?)$/],
  ['bone', /\b(bones?|ashes)$/],
  ['herb', /^grimy |\b(herb|leaf|weed|torstol|snapdragon|toadflax)$/],
  [
    'food',
    /^(raw|cooked) |\b(shark|lobster|karambwan|anglerfish|swordfish|monkfish|ray|turtle|tuna|salmon|trout|bass|cake|pizza|pie|potato|bread|stew|meat|wine)\b/,
  ],
  ['amulet', /\b(amulet|necklace|pendant|torc|stole|fury)\b/],
  ['ring', /\bring\b/],
  ['potion', /\b(potion|brew|restore|elixir|antidote|antifire)\b|\([1-4]\)$/],
  ['cape', /\b(cape|cloak|accumulator|assembler|quiver)\b/],
  ['gloves', /\b(gloves|vambraces|vambs|gauntlets|bracelet|mitts|bracers)\b/],
  ['boots', /\b(boots|sandals|shoes)\b/],
  ['legs', /\b(platelegs|plateskirt|legs|skirt|chaps|tassets|bottoms?|greaves|trousers)\b/],
  ['body', /\b(platebody|chainbody|body|top|torso|chestplate|hauberk|shirt|leathertop|robe)\b/],
  ['head', /helm|\b(hat|hood|coif|mask|mitre|crown|tiara|headband|faceguard|cowl)\b/],
  ['shield', /shield|\b(defender|ward|buckler|bulwark)\b/],
  ['ammunition', /\b(arrows?|bolts?|darts?|javelins?|kni(fe|ves)|cannonballs?|chinchompas?)\b/],
  ['rune', /\brunes?$/],
  [
    'weapon',
    /sword|bow\b|axe\b|hammer\b|spear|staff|\b(scimitar|whip|dagger|mace|halberd|maul|claws|rapier|trident|wand|scythe|blade|blowpipe|bludgeon|lance|sceptre)\b/,
  ],
  ['log', /\b(logs?|planks?)$/],
  ['ore', /\b(ore|coal|bar|clay|essence)$/],
  ['raid', /\b(chambers|theatre|tombs|barrows)\b/],
  ['serpent', /zulrah|hydra|kraken|tempoross|\bsnake/],
  ['dragon', /vorkath|elvarg|galvek|\b(dragons?|drake|wyverns?|wyrm)\b/],
  ['spider', /sarachnis|venenatis|spindel|araxxor|spider|scorpia|kalphite/],
  ['beast', /callisto|artio|dagannoth|gorilla|\b(mole|bear|obor|bryophyta)\b/],
  ['bird', /kree|hueycoatl|phoenix|\bbird/],
  ['moon', /nightmare|phosani|whisperer|\bmoons?\b/],
  ['fire', /zuk\b|jad\b|cerberus|skotizo|k'ril|wintertodt|infernal|heredit/],
  ['crystal', /gauntlet|hunllef|zalcano|crystal/],
] as const satisfies readonly (readonly [string, RegExp])[];
export type ItemKind = (typeof patterns)[number][0];
export const itemKinds: readonly ItemKind[] = patterns.map(([kind]) => kind);

/** Null for an item or a boss that the words of its name do not place. */
export function itemKind(name: string): ItemKind | null {
  const plain = name.toLowerCase();
  return patterns.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}
