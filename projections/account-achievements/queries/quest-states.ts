/**
 * The names of RuneLite's enum `Quest` by rising id, of 29 July 2026 (`Quest.java` in
 * github.com/runelite/runelite), with miniquests and the parts of Recipe for Disaster. A plugin
 * sends a state for each quest in this order (plugin-protocols.md 3).
 */
const names = `
Animal Magnetism|Another Slice of H.A.M.|The Ascent of Arceuus|Alfred Grimhand's Barcrawl
Bear Your Soul|Below Ice Mountain|Between a Rock...|Big Chompy Bird Hunting|Biohazard
Black Knights' Fortress|Bone Voyage|Cabin Fever|Client of Kourend|Clock Tower|Cold War|Contact!
Cook's Assistant|The Corsair Curse|Creature of Fenkenstrain|Curse of the Empty Lord|Daddy's Home
Darkness of Hallowvale|Death Plateau|Death to the Dorgeshuun|Demon Slayer|The Depths of Despair
Desert Treasure I|Devious Minds|The Dig Site|Doric's Quest|Dragon Slayer I|Dragon Slayer II
Dream Mentor|Druidic Ritual|Dwarf Cannon|Eadgar's Ruse|Eagles' Peak|Elemental Workshop I
Elemental Workshop II|Enakhra's Lament|The Enchanted Key|Enlightened Journey|Enter the Abyss
Ernest the Chicken|The Eyes of Glouphrie|Fairytale I - Growing Pains|Fairytale II - Cure a Queen
Family Crest|Family Pest|The Feud|Fight Arena|Fishing Contest|Forgettable Tale...
The Forsaken Tower|The Fremennik Exiles|The Fremennik Isles|The Fremennik Trials
Garden of Tranquillity|The General's Shadow|Gertrude's Cat|Getting Ahead|Ghosts Ahoy
The Giant Dwarf|Goblin Diplomacy|The Golem|The Grand Tree|The Great Brain Robbery|Grim Tales
The Hand in the Sand|Haunted Mine|Hazeel Cult|Heroes' Quest|Holy Grail|Horror from the Deep
Icthlarin's Little Helper|Imp Catcher|In Aid of the Myreque|In Search of Knowledge
In Search of the Myreque|Jungle Potion|A Kingdom Divided|King's Ransom|The Knight's Sword
Lair of Tarn Razorlor|Legends' Quest|Lost City|The Lost Tribe|Lunar Diplomacy|Mage Arena I
Mage Arena II|Making Friends with My Arm|Making History|Merlin's Crystal|Misthalin Mystery
Monkey Madness I|Monkey Madness II|Monk's Friend|Mountain Daughter|Mourning's End Part I
Mourning's End Part II|Murder Mystery|My Arm's Big Adventure|Nature Spirit
A Night at the Theatre|Observatory Quest|Olaf's Quest|One Small Favour|Pirate's Treasure
Plague City|A Porcine of Interest|Priest in Peril|Prince Ali Rescue|The Queen of Thieves
Rag and Bone Man I|Rag and Bone Man II|Ratcatchers|Recipe for Disaster|Recruitment Drive
Regicide|The Restless Ghost|Romeo & Juliet|Roving Elves|Royal Trouble|Rum Deal|Rune Mysteries
Scorpion Catcher|Sea Slug|Shades of Mort'ton|Shadow of the Storm|Sheep Herder|Sheep Shearer
Shield of Arrav|Shilo Village|Sins of the Father|Skippy and the Mogres|The Slug Menace
Song of the Elves|A Soul's Bane|Spirits of the Elid|Swan Song|Tai Bwo Wannai Trio
A Tail of Two Cats|Tale of the Righteous|A Taste of Hope|Tears of Guthix|Temple of Ikov
Throne of Miscellania|The Tourist Trap|Tower of Life|Tree Gnome Village|Tribal Totem
Troll Romance|Troll Stronghold|Underground Pass|Vampyre Slayer|Wanted!|Watchtower
Waterfall Quest|What Lies Below|Witch's House|Witch's Potion|X Marks the Spot|Zogre Flesh Eaters
The Frozen Door|Land of the Goblins|Hopespear's Will|Temple of the Eye|Beneath Cursed Sands
Sleeping Giants|The Garden of Death|Into the Tombs|Recipe for Disaster - Another Cook's Quest
Recipe for Disaster - Mountain Dwarf|Recipe for Disaster - Wartface & Bentnoze
Recipe for Disaster - Pirate Pete|Recipe for Disaster - Lumbridge Guide
Recipe for Disaster - Evil Dave|Recipe for Disaster - Skrach Uglogwee
Recipe for Disaster - Sir Amik Varze|Recipe for Disaster - King Awowogei
Recipe for Disaster - Culinaromancer|Secrets of the North|Desert Treasure II - The Fallen Empire
His Faithful Servants|The Path of Glouphrie|Children of the Sun|Barbarian Training
Defender of Varrock|While Guthix Sleeps|Twilight's Promise|At First Light|Perilous Moons
The Ribbiting Tale of a Lily Pad Labour Dispute|The Heart of Darkness|Death on the Isle
Meat and Greet|Ethically Acquired Antiquities|The Curse of Arrav|The Final Dawn
Shadows of Custodia|Scrambled!|Vale Totems|Pandemonium|Prying Times|Current Affairs
Troubled Tortugans|The Red Reef|Fallen From Grace|Learning the Ropes|The Ides of Milk
The Blood Moon Rises`
  .trim()
  .split(/[|\n]/);

/**
 * The first quests of every list since July 2025. A new quest can have a lower id than Vale Totems
 * or a later quest, so it moves their places.
 */
const unmoved = names.indexOf('Vale Totems');

export const questStateNames = ['started', 'not_started', 'finished'] as const;

export interface QuestState {
  /** Null for a quest that the hub cannot name. */
  readonly name: string | null;
  readonly state: (typeof questStateNames)[number];
}

/**
 * A list of another length is of another version of RuneLite.
 * @param sent by rising id of the quest, from the plugin
 */
export function questStatesOf(sent: readonly number[]): QuestState[] {
  const known = sent.length === names.length ? names : names.slice(0, unmoved);
  return sent.map((state, place) => ({
    name: known[place] ?? null,
    state: questStateNames[state] ?? 'not_started',
  }));
}
