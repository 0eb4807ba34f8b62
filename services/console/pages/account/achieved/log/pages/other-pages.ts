/** The pages of the tab Other. The items are in the order of their ids. */
export const otherPages = `
Aerial Fishing: 13258 Angler hat, 13259 Angler top, 13260 Angler waders, 13261 Angler boots,
  22838 Fish sack, 22840 Golden tench, 22842 Pearl barbarian rod, 22844 Pearl fly fishing rod,
  22846 Pearl fishing rod
All Pets: 11995 Pet chaos elemental, 12643 Pet dagannoth supreme, 12644 Pet dagannoth prime,
  12645 Pet dagannoth rex, 12646 Baby mole, 12647 Kalphite princess, 12648 Pet smoke devil,
  12649 Pet kree'arra, 12650 Pet general graardor, 12651 Pet zilyana, 12652 Pet k'ril tsutsaroth,
  12653 Prince black dragon, 12655 Pet kraken, 12703 Pet penance queen, 12816 Pet dark core,
  12921 Pet snakeling, 13071 Chompy chick, 13177 Venenatis spiderling, 13178 Callisto cub,
  13179 Vet'ion jr., 13181 Scorpia's offspring, 13225 Tzrek-jad, 13247 Hellpuppy, 13262 Abyssal orphan,
  13320 Heron, 13321 Rock golem, 13322 Beaver, 13324 Baby chinchompa, 19730 Bloodhound,
  20659 Giant squirrel, 20661 Tangleroot, 20663 Rocky, 20665 Rift guardian, 20693 Phoenix, 20851 Olmlet,
  21273 Skotos, 21291 Jal-nib-rek, 21509 Herbi, 21748 Noon, 21992 Vorki, 22473 Lil' zik,
  22746 Ikkle hydra, 23495 Sraracha, 23757 Youngllef, 23760 Smolcano, 24491 Little nightmare,
  25348 Lil' creator, 25602 Tiny tempor, 26348 Nexling, 26901 Abyssal protector,
  27352 Tumeken's guardian, 27590 Muphin, 28246 Wisp, 28248 Butch, 28250 Baron, 28252 Lil'viathan,
  28801 Scurry, 28960 Smol heredit, 28962 Quetzin, 29836 Nid, 30152 Huberte, 30154 Moxi, 30622 Bran,
  30888 Yami, 31130 Dom, 31283 Soup, 31285 Gull, 33124 Beef, 33642 Maggot marquess,
  34040 Mr mcgroot, 34042 Aggy
Boat Paints: 32087 Barracuda paint, 32090 Shark paint, 32093 Inky paint, 32096 Angler's paint,
  32099 Salvor's paint, 32102 Armadylean paint, 32104 Zamorakian paint, 32106 Guthixian paint,
  32108 Saradominist paint, 32110 Merchant's paint, 32113 Sandy paint
Camdozaal: 25635 Barronite head, 25637 Barronite handle, 25639 Barronite guard, 25641 Barronite mace,
  25644 Imcando hammer, 25686 Ancient globe, 25688 Ancient ledger, 25690 Ancient astroscope,
  25692 Ancient treatise, 25694 Ancient carcanet
Champion's Challenge: 6798 Earth warrior champion scroll, 6799 Ghoul champion scroll,
  6800 Giant champion scroll, 6801 Goblin champion scroll, 6802 Hobgoblin champion scroll,
  6803 Imp champion scroll, 6804 Jogre champion scroll, 6805 Lesser demon champion scroll,
  6806 Skeleton champion scroll, 6807 Zombie champion scroll, 21439 Champion's cape
Chompy Bird Hunting: 2978 Chompy bird hat, 2979 Chompy bird hat, 2980 Chompy bird hat,
  2981 Chompy bird hat, 2982 Chompy bird hat, 2983 Chompy bird hat, 2984 Chompy bird hat,
  2985 Chompy bird hat, 2986 Chompy bird hat, 2987 Chompy bird hat, 2988 Chompy bird hat,
  2989 Chompy bird hat, 2990 Chompy bird hat, 2991 Chompy bird hat, 2992 Chompy bird hat,
  2993 Chompy bird hat, 2994 Chompy bird hat, 2995 Chompy bird hat, 13071 Chompy chick
Colossal Wyrm Agility: 30040 Colossal wyrm teleport scroll, 30042 Calcified acorn, 30045 Graceful hood,
  30048 Graceful cape, 30051 Graceful top, 30054 Graceful legs, 30057 Graceful gloves,
  30060 Graceful boots
Creature Creation: 25617 Tea flask, 25618 Plain satchel, 25619 Green satchel, 25620 Red satchel,
  25621 Black satchel, 25622 Gold satchel, 25623 Rune satchel
Cyclopes: 8844 Bronze defender, 8845 Iron defender, 8846 Steel defender, 8847 Black defender,
  8848 Mithril defender, 8849 Adamant defender, 8850 Rune defender, 12954 Dragon defender
Elder Chaos Druids: 20517 Elder chaos top, 20520 Elder chaos robe, 20595 Elder chaos hood
Forestry: 10933 Lumberjack boots, 10939 Lumberjack top, 10940 Lumberjack legs, 10941 Lumberjack hat,
  28138 Funky shaped log, 28140 Log basket, 28146 Log brace, 28166 Clothes pouch blueprint,
  28169 Forestry top, 28171 Forestry legs, 28173 Forestry hat, 28175 Forestry boots,
  28177 Felling axe handle, 28613 Cape pouch, 28616 Pheasant cape, 28618 Pheasant boots,
  28620 Pheasant hat, 28622 Pheasant legs, 28626 Fox whistle, 28630 Twitcher's gloves,
  28655 Petal garland, 28663 Golden pheasant egg, 28674 Sturdy beehive parts
Fossil Island Notes: 21664 Scribbled note, 21666 Partial note, 21668 Ancient note,
  21670 Ancient writings, 21672 Experimental note, 21674 Paragraph of text, 21676 Musty smelling note,
  21678 Hastily scrawled note, 21680 Old writing, 21682 Short note
Glough's Experiments: 19529 Zenyte shard, 19586 Light frame, 19589 Heavy frame, 19592 Ballista limbs,
  19601 Ballista spring, 19610 Monkey tail
Hunter Guild: 28962 Quetzin, 29263 Guild hunter headwear, 29265 Guild hunter top,
  29267 Guild hunter legs, 29269 Guild hunter boots, 29309 Huntsman's kit
Lost Schematics: 32401 Salvaging station schematic, 32402 Gale catcher schematic,
  32403 Eternal brazier schematic, 32404 Dragon salvaging hook schematic,
  32405 Rosewood cargo hold schematic, 32406 Dragon cannon schematic, 32407 Rosewood hull schematic,
  32408 Rosewood & cotton sails schematic, 32409 Dragon helm schematic, 32410 Dragon keel schematic,
  33143 Ballistic attractor schematic, 33423 Bosun's workbench schematic
Monkey Backpacks: 24862 Karamjan monkey, 24863 Zombie monkey, 24864 Maniacal monkey,
  24865 Skeleton monkey, 24866 Kruk jr, 24867 Princely monkey
Motherlode Mine: 12013 Prospector helmet, 12014 Prospector jacket, 12015 Prospector legs,
  12016 Prospector boots, 25627 Coal bag, 25628 Gem bag
My Notes: 11341 Ancient page, 11342 Ancient page, 11343 Ancient page, 11344 Ancient page,
  11345 Ancient page, 11346 Ancient page, 11347 Ancient page, 11348 Ancient page, 11349 Ancient page,
  11350 Ancient page, 11351 Ancient page, 11352 Ancient page, 11353 Ancient page, 11354 Ancient page,
  11355 Ancient page, 11356 Ancient page, 11357 Ancient page, 11358 Ancient page, 11359 Ancient page,
  11360 Ancient page, 11361 Ancient page, 11362 Ancient page, 11363 Ancient page, 11364 Ancient page,
  11365 Ancient page, 11366 Ancient page
Ocean Encounters: 31770 Tiny pearl, 31773 Small pearl, 31776 Shiny pearl, 31779 Bright pearl,
  31782 Big pearl, 31785 Huge pearl, 31788 Enormous pearl, 31791 Shimmering pearl,
  31794 Glistening pearl, 31797 Brilliant pearl, 31800 Radiant pearl
Random Events: 3057 Mime mask, 3058 Mime top, 3059 Mime legs, 3060 Mime gloves, 3061 Mime boots,
  6180 Lederhosen top, 6181 Lederhosen shorts, 6182 Lederhosen hat, 6183 Frog token, 6654 Camo top,
  6655 Camo bottoms, 6656 Camo helmet, 7592 Zombie shirt, 7593 Zombie trousers, 7594 Zombie mask,
  7595 Zombie gloves, 7596 Zombie boots, 20590 Stale baguette, 25129 Beekeeper's hat,
  25131 Beekeeper's top, 25133 Beekeeper's legs, 25135 Beekeeper's gloves, 25137 Beekeeper's boots
Revenants: 21802 Revenant cave teleport, 21804 Ancient crystal, 21807 Ancient emblem,
  21810 Ancient totem, 21813 Ancient statuette, 21817 Bracelet of ethereum (uncharged),
  21820 Revenant ether, 22299 Ancient medallion, 22302 Ancient effigy, 22305 Ancient relic,
  22542 Viggora's chainmace (u), 22547 Craw's bow (u), 22552 Thammaron's sceptre (u),
  22557 Amulet of avarice
Rooftop Agility: 11849 Mark of grace, 11850 Graceful hood, 11852 Graceful cape, 11854 Graceful top,
  11856 Graceful legs, 11858 Graceful gloves, 11860 Graceful boots
Sailing Miscellaneous: 31406 Dragon nails, 31916 Dragon cannonball, 31946 Echo pearl,
  31949 Bottled storm, 31952 Swift albatross feather, 31954 Narwhal horn, 31959 Ray barbs,
  31961 Broken dragon hook, 31989 Boat bottle (empty), 31996 Dragon metal sheet,
  32115 Dragon cannon barrel, 33074 Facility bottle (empty)
Sea Treasures: 32388 Medallion fragment, 32389 Medallion fragment, 32390 Medallion fragment,
  32391 Medallion fragment, 32392 Medallion fragment, 32393 Medallion fragment, 32394 Medallion fragment,
  32395 Medallion fragment, 32398 Sailors' amulet (inert), 32863 Rusty locket, 32864 Mouldy block,
  32865 Dull knife, 32866 Broken compass, 32867 Rusty coin, 32868 Broken sextant, 32869 Mouldy doll,
  32870 Smashed mirror
Shayzien Armour: 13357 Shayzien gloves (1), 13358 Shayzien boots (1), 13359 Shayzien helm (1),
  13360 Shayzien greaves (1), 13361 Shayzien platebody (1), 13362 Shayzien gloves (2),
  13363 Shayzien boots (2), 13364 Shayzien helm (2), 13365 Shayzien greaves (2),
  13366 Shayzien platebody (2), 13367 Shayzien gloves (3), 13368 Shayzien boots (3),
  13369 Shayzien helm (3), 13370 Shayzien greaves (3), 13371 Shayzien platebody (3),
  13372 Shayzien gloves (4), 13373 Shayzien boots (4), 13374 Shayzien helm (4),
  13375 Shayzien greaves (4), 13376 Shayzien platebody (4), 13377 Shayzien gloves (5),
  13378 Shayzien boots (5), 13379 Shayzien helm (5), 13380 Shayzien greaves (5), 13381 Shayzien body (5)
Shooting Stars: 25539 Celestial ring (uncharged), 25547 Star fragment
Skilling Pets: 13320 Heron, 13321 Rock golem, 13322 Beaver, 13324 Baby chinchompa, 20659 Giant squirrel,
  20661 Tangleroot, 20663 Rocky, 20665 Rift guardian, 31283 Soup, 34040 Mr mcgroot
Slayer: 3140 Dragon chainbody, 4099 Mystic hat (dark), 4101 Mystic robe top (dark),
  4103 Mystic robe bottom (dark), 4105 Mystic gloves (dark), 4107 Mystic boots (dark),
  4109 Mystic hat (light), 4111 Mystic robe top (light), 4113 Mystic robe bottom (light),
  4115 Mystic gloves (light), 4117 Mystic boots (light), 4119 Bronze boots, 4121 Iron boots,
  4123 Steel boots, 4125 Black boots, 4127 Mithril boots, 4129 Adamant boots, 4131 Rune boots,
  4151 Abyssal whip, 4153 Granite maul, 6665 Mudskipper hat, 6666 Flippers, 6809 Granite legs,
  7975 Crawling hand, 7976 Cockatrice head, 7977 Basilisk head, 7978 Kurask head, 7979 Abyssal head,
  8901 Black mask (10), 10589 Granite helm, 11037 Brine sabre, 11235 Dark bow, 11286 Draconic visage,
  11840 Dragon boots, 11902 Leaf-bladed sword, 11908 Uncharged trident, 12002 Occult necklace,
  12004 Kraken tentacle, 13265 Abyssal dagger, 20724 Imbued heart, 20727 Leaf-bladed battleaxe,
  20730 Mist battlestaff, 20736 Dust battlestaff, 20849 Dragon thrownaxe, 21009 Dragon sword,
  21028 Dragon harpoon, 21270 Eternal gem, 21637 Wyvern visage, 21643 Granite boots,
  21646 Granite longsword, 22804 Dragon knife, 22957 Drake's claw, 22960 Drake's tooth,
  22963 Broken dragon hasta, 22969 Hydra's heart, 22971 Hydra's fang, 22973 Hydra's eye,
  22988 Hydra tail, 23047 Mystic hat (dusk), 23050 Mystic robe top (dusk),
  23053 Mystic robe bottom (dusk), 23056 Mystic gloves (dusk), 23059 Mystic boots (dusk),
  24268 Basilisk jaw, 24288 Dagon'hai hat, 24291 Dagon'hai robe top, 24294 Dagon'hai robe bottom,
  24777 Blood shard, 26221 Ancient ceremonial top, 26223 Ancient ceremonial legs,
  26225 Ancient ceremonial mask, 26227 Ancient ceremonial gloves, 26229 Ancient ceremonial boots,
  28583 Warped sceptre (uncharged), 29084 Sulphur blades, 29455 Teleport anchoring scroll,
  29806 Aranea boots, 29889 Glacial temotli, 29892 Pendant of ates (inert), 29895 Frozen tear,
  30957 Earthbound tecpatl, 31081 Antler guard, 31084 Alchemist's signet, 31086 Broken antler,
  31235 Gryphon feather, 31243 Horn of plenty (empty), 31996 Dragon metal sheet, 32876 Aquanite tendon,
  33661 Venator fang, 33663 Venator tooth
Tormented Demons: 29574 Burning claw, 29580 Tormented synapse, 29684 Guthixian temple teleport
TzHaar: 6522 Toktz-xil-ul, 6523 Toktz-xil-ak, 6524 Toktz-ket-xil, 6525 Toktz-xil-ek, 6526 Toktz-mej-tal,
  6528 Tzhaar-ket-om, 6568 Obsidian cape, 21298 Obsidian helmet, 21301 Obsidian platebody,
  21304 Obsidian platelegs
Miscellaneous: 1249 Dragon spear, 2366 Shield left half, 6571 Uncut onyx, 7536 Fresh crab claw,
  7538 Fresh crab shell, 7989 Big bass, 7991 Big swordfish, 7993 Big shark, 9007 Right skull half,
  9008 Left skull half, 9010 Top of sceptre, 9011 Bottom of sceptre, 10976 Long bone, 10977 Curved bone,
  11335 Dragon full helm, 11338 Chewed bones, 11942 Ecumenical key, 13071 Chompy chick,
  13392 Xeric's talisman (inert), 13576 Dragon warhammer, 19679 Dark totem base, 19681 Dark totem middle,
  19683 Dark totem top, 19707 Amulet of eternal glory, 20433 Evil chicken feet, 20436 Evil chicken wings,
  20439 Evil chicken head, 20442 Evil chicken legs, 20754 Giant key, 21343 Mining gloves,
  21345 Superior mining gloves, 21392 Expert mining gloves, 21509 Herbi, 21649 Merfolk trident,
  21838 Shaman mask, 21918 Dragon limbs, 22100 Dragon metal slice, 22103 Dragon metal lump,
  22374 Mossy key, 22875 Hespori seed, 23522 Mask of ranul, 23943 Elven signet,
  23959 Enhanced crystal teleport seed, 24000 Crystal grail, 24034 Dragonstone full helm,
  24037 Dragonstone platebody, 24040 Dragonstone platelegs, 24043 Dragonstone boots,
  24046 Dragonstone gauntlets, 25844 Orange egg sac, 25846 Blue egg sac,
  26945 Pharaoh's sceptre (uncharged), 28813 Broken zombie axe, 30111 Helmet of the moon,
  30324 Broken zombie helmet, 31408 Giant blue krill, 31412 Golden haddock, 31416 Orangefin,
  31420 Huge halibut, 31424 Purplefin, 31428 Swift marlin, 31572 Squid beak, 34024 Jeweller's chisel
`;
