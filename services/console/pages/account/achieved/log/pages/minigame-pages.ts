/** The pages of the tab Minigames. The items are in the order of their ids. */
export const minigamePages = `
Barbarian Assault: 10547 Healer hat, 10548 Fighter hat, 10549 Runner hat, 10550 Ranger hat,
  10551 Fighter torso, 10552 Runner boots, 10553 Penance gloves, 10555 Penance skirt, 10564 Granite body,
  10589 Granite helm, 12703 Pet penance queen
Barracuda Trials: 31732 Stormy key, 31733 Barrel stand, 31734 Ralph's fabric roll, 31744 Fetid key,
  31745 Captured wind mote, 31746 Gurtob's fabric roll, 31756 Serrated key, 31757 Heart of ithell,
  31758 Gwyna's fabric roll
Brimhaven Agility Arena: 2996 Agility arena ticket, 2997 Pirate's hook, 21061 Graceful hood,
  21064 Graceful cape, 21067 Graceful top, 21070 Graceful legs, 21073 Graceful gloves,
  21076 Graceful boots, 29482 Brimhaven voucher
Castle Wars: 4068 Decorative sword, 4069 Decorative armour, 4070 Decorative armour, 4071 Decorative helm,
  4072 Decorative shield, 4503 Decorative sword, 4504 Decorative armour, 4505 Decorative armour,
  4506 Decorative helm, 4507 Decorative shield, 4508 Decorative sword, 4509 Decorative armour,
  4510 Decorative armour, 4511 Decorative helm, 4512 Decorative shield, 4513 Castlewars hood,
  4514 Castlewars cloak, 4515 Castlewars hood, 4516 Castlewars cloak, 11891 Saradomin banner,
  11892 Zamorak banner, 11893 Decorative armour, 11894 Decorative armour, 11895 Decorative armour,
  11896 Decorative armour, 11897 Decorative armour, 11898 Decorative armour, 11899 Decorative armour,
  11900 Decorative armour, 11901 Decorative armour, 12637 Saradomin halo, 12638 Zamorak halo,
  12639 Guthix halo, 25163 Decorative boots, 25165 Decorative full helm, 25167 Decorative boots,
  25169 Decorative full helm, 25171 Decorative boots, 25174 Decorative full helm
Fishing Trawler: 13258 Angler hat, 13259 Angler top, 13260 Angler waders, 13261 Angler boots
Giants' Foundry: 27012 Double ammo mould, 27014 Kovac's grog, 27017 Smithing catalyst, 27019 Ore pack,
  27021 Colossal blade, 27023 Smiths tunic, 27025 Smiths trousers, 27027 Smiths boots,
  27029 Smiths gloves
Gnome Restaurant: 9469 Grand seed pod, 9470 Gnome scarf, 9472 Gnome goggles, 9475 Mint cake
Guardians of the Rift: 26792 Abyssal pearls, 26798 Catalytic talisman, 26807 Abyssal green dye,
  26809 Abyssal blue dye, 26811 Abyssal red dye, 26813 Abyssal needle, 26815 Ring of the elements,
  26820 Guardian's eye, 26822 Abyssal lantern, 26850 Hat of the eye, 26852 Robe top of the eye,
  26854 Robe bottoms of the eye, 26856 Boots of the eye, 26901 Abyssal protector, 26908 Intricate pouch,
  26910 Tarnished locket, 26912 Lost bag
Hallowed Sepulchre: 24711 Hallowed mark, 24719 Hallowed token, 24721 Hallowed grapple,
  24723 Hallowed focus, 24725 Hallowed symbol, 24727 Hallowed hammer, 24729 Dark dye,
  24731 Hallowed ring, 24733 Dark acorn, 24740 Strange old lockpick (full), 24763 Mysterious page,
  24765 Mysterious page, 24767 Mysterious page, 24769 Mysterious page, 24771 Mysterious page,
  24844 Ring of endurance (uncharged)
Last Man Standing: 12757 Blue dark bow paint, 12759 Green dark bow paint, 12761 Yellow dark bow paint,
  12763 White dark bow paint, 12769 Frozen whip mix, 12771 Volcanic whip mix,
  12798 Steam staff upgrade kit, 12800 Dragon pickaxe upgrade kit, 12802 Ward upgrade kit,
  12849 Granite clamp, 21202 Lava staff upgrade kit, 24189 Deadman's chest, 24190 Deadman's legs,
  24191 Deadman's cape, 24192 Armadyl halo, 24195 Bandos halo, 24198 Seren halo, 24201 Ancient halo,
  24204 Brassica halo, 24207 Victor's cape (1), 24209 Victor's cape (10), 24211 Victor's cape (50),
  24213 Victor's cape (100), 24215 Victor's cape (500), 24217 Guthixian icon, 24219 Swift blade,
  24229 Ornate maul handle, 24520 Victor's cape (1000), 24868 Golden armadyl special attack,
  24869 Golden bandos special attack, 24870 Golden saradomin special attack,
  24871 Golden zamorak special attack
Magic Training Arena: 6889 Mage's book, 6908 Beginner wand, 6910 Apprentice wand, 6912 Teacher wand,
  6914 Master wand, 6916 Infinity top, 6918 Infinity hat, 6920 Infinity boots, 6922 Infinity gloves,
  6924 Infinity bottoms, 6926 Bones to peaches
Mahogany Homes: 24872 Carpenter's helmet, 24874 Carpenter's shirt, 24876 Carpenter's trousers,
  24878 Carpenter's boots, 24880 Amy's saw, 24884 Supply crate, 24885 Hosidius blueprints,
  25629 Plank sack
Mastering Mixology: 29974 Prescription goggles, 29978 Alchemist labcoat, 29982 Alchemist pants,
  29986 Alchemist gloves, 29992 Alchemist's amulet, 29996 Reagent pouch,
  30002 Chugging barrel (disassembled)
Pest Control: 8839 Void knight top, 8840 Void knight robe, 8841 Void knight mace,
  8842 Void knight gloves, 11663 Void mage helm, 11664 Void ranger helm, 11665 Void melee helm,
  11666 Void seal(8), 13072 Elite void top, 13073 Elite void robe
Rogues' Den: 5553 Rogue top, 5554 Rogue mask, 5555 Rogue trousers, 5556 Rogue gloves, 5557 Rogue boots
Shades of Mort'ton: 3470 Fine cloth, 12851 Amulet of the damned (full), 25434 Zealot's robe top,
  25436 Zealot's robe bottom, 25438 Zealot's helm, 25440 Zealot's boots, 25442 Bronze locks,
  25445 Steel locks, 25448 Black locks, 25451 Silver locks, 25454 Gold locks,
  25474 Tree wizards' journal, 25476 Bloody notes, 25630 Flamtaer bag
Soul Wars: 25340 Ectoplasmator, 25346 Soul cape, 25348 Lil' creator
Temple Trekking: 10933 Lumberjack boots, 10939 Lumberjack top, 10940 Lumberjack legs,
  10941 Lumberjack hat
Tithe Farm: 13226 Herb sack, 13353 Gricoller's can, 13639 Seed box, 13640 Farmer's boro trousers,
  13642 Farmer's jacket, 13644 Farmer's boots, 13646 Farmer's strawhat
Trouble Brewing: 8940 Rum, 8941 Rum, 8952 Blue naval shirt, 8953 Green naval shirt, 8954 Red naval shirt,
  8955 Brown naval shirt, 8956 Black naval shirt, 8957 Purple naval shirt, 8958 Grey naval shirt,
  8959 Blue tricorn hat, 8960 Green tricorn hat, 8961 Red tricorn hat, 8962 Brown tricorn hat,
  8963 Black tricorn hat, 8964 Purple tricorn hat, 8965 Grey tricorn hat, 8966 Cutthroat flag,
  8967 Gilded smile flag, 8968 Bronze fist flag, 8969 Lucky shot flag, 8970 Treasure flag,
  8971 Phasmatys flag, 8988 The stuff, 8991 Blue navy slacks, 8992 Green navy slacks,
  8993 Red navy slacks, 8994 Brown navy slacks, 8995 Black navy slacks, 8996 Purple navy slacks,
  8997 Grey navy slacks
Vale Totems: 31032 Ent branch, 31034 Greenman mask, 31043 Fletching knife, 31052 Bow string spool
Volcanic Mine: 12013 Prospector helmet, 12014 Prospector jacket, 12015 Prospector legs,
  12016 Prospector boots, 21541 Volcanic mine teleport, 21697 Ash covered tome,
  25615 Large water container, 27695 Dragon pickaxe (broken)
`;
