/** The pages of the tab Bosses. The items are in the order of the game. */
export const bossPages = `
Abyssal Sire: 13262 Abyssal orphan, 25624 Unsired, 7979 Abyssal head, 13274 Bludgeon spine,
  13275 Bludgeon claw, 13276 Bludgeon axon, 13277 Jar of miasma, 13265 Abyssal dagger, 4151 Abyssal whip
Alchemical Hydra: 22746 Ikkle hydra, 22966 Hydra's claw, 22988 Hydra tail, 22983 Hydra leather,
  22971 Hydra's fang, 22973 Hydra's eye, 22969 Hydra's heart, 22804 Dragon knife, 20849 Dragon thrownaxe,
  23064 Jar of chemicals, 23077 Alchemical hydra heads
Amoxliatl: 30154 Moxi, 29889 Glacial temotli, 29892 Pendant of ates (inert), 29895 Frozen tear
Araxxor: 29836 Nid, 29784 Araxyte venom sack, 29782 Spider cave teleport, 29799 Araxyte fang,
  29790 Noxious point, 29792 Noxious blade, 29794 Noxious pommel, 29788 Araxyte head, 29786 Jar of venom,
  29781 Coagulated venom
Barrows Chests: 4732 Karil's coif, 4708 Ahrim's hood, 4716 Dharok's helm, 4724 Guthan's helm,
  4745 Torag's helm, 4753 Verac's helm, 4736 Karil's leathertop, 4712 Ahrim's robetop,
  4720 Dharok's platebody, 4728 Guthan's platebody, 4749 Torag's platebody, 4757 Verac's brassard,
  4738 Karil's leatherskirt, 4714 Ahrim's robeskirt, 4722 Dharok's platelegs, 4730 Guthan's chainskirt,
  4751 Torag's platelegs, 4759 Verac's plateskirt, 4734 Karil's crossbow, 4710 Ahrim's staff,
  4718 Dharok's greataxe, 4726 Guthan's warspear, 4747 Torag's hammers, 4755 Verac's flail, 4740 Bolt rack
Brutus: 33124 Beef, 33101 Mooleta, 33091 Bottomless milk bucket (empty), 33093 Cow slippers
Bryophyta: 22372 Bryophyta's essence
Callisto and Artio: 13178 Callisto cub, 12603 Tyrannical ring, 11920 Dragon pickaxe, 7158 Dragon 2h sword,
  27667 Claws of callisto, 27681 Voidwaker hilt
Cerberus: 13247 Hellpuppy, 13227 Eternal crystal, 13229 Pegasian crystal, 13231 Primordial crystal,
  13245 Jar of souls, 13233 Smouldering stone, 13249 Key master teleport
Chaos Elemental: 11995 Pet chaos elemental, 11920 Dragon pickaxe, 7158 Dragon 2h sword
Chaos Fanatic: 11995 Pet chaos elemental, 11928 Odium shard 1, 11931 Malediction shard 1
Commander Zilyana: 12651 Pet zilyana, 11785 Armadyl crossbow, 11814 Saradomin hilt, 11838 Saradomin sword,
  13256 Saradomin's light, 11818 Godsword shard 1, 11820 Godsword shard 2, 11822 Godsword shard 3
Corporeal Beast: 12816 Pet dark core, 12819 Elysian sigil, 12823 Spectral sigil, 12827 Arcane sigil,
  12833 Holy elixir, 12829 Spirit shield, 25521 Jar of spirits
Crazy Archaeologist: 11929 Odium shard 2, 11932 Malediction shard 2, 11990 Fedora
Dagannoth Kings: 12644 Pet dagannoth prime, 12643 Pet dagannoth supreme, 12645 Pet dagannoth rex,
  6737 Berserker ring, 6733 Archers ring, 6731 Seers ring, 6735 Warrior ring, 6739 Dragon axe,
  6724 Seercull, 6562 Mud battlestaff
Deranged Archaeologist: 30895 Steel ring
Doom of Mokhaiotl: 31130 Dom, 31088 Avernic treads, 31115 Eye of ayak (uncharged), 31109 Mokhaiotl cloth,
  31099 Mokhaiotl waystone, 31111 Demon tear
Duke Sucellus: 28250 Baron, 28321 Eye of the duke, 26241 Virtus mask, 26243 Virtus robe top,
  26245 Virtus robe bottom, 28281 Magus vestige, 28270 Ice quartz, 28333 Frozen tablet,
  28276 Chromium ingot, 28334 Awakener's orb
The Fight Caves: 13225 Tzrek-jad, 6570 Fire cape
Fortis Colosseum: 28960 Smol heredit, 28947 Dizana's quiver (uncharged), 28936 Sunfire fanatic cuirass,
  28939 Sunfire fanatic chausses, 28933 Sunfire fanatic helm, 28942 Echo crystal,
  28919 Tonalztics of ralos (uncharged), 28924 Sunfire splinters, 6571 Uncut onyx
The Gauntlet: 23757 Youngllef, 23956 Crystal armour seed, 4207 Crystal weapon seed,
  25859 Enhanced crystal weapon seed, 23859 Gauntlet cape
General Graardor: 12650 Pet general graardor, 11832 Bandos chestplate, 11834 Bandos tassets,
  11836 Bandos boots, 11812 Bandos hilt, 11818 Godsword shard 1, 11820 Godsword shard 2,
  11822 Godsword shard 3
Giant Mole: 12646 Baby mole, 7418 Mole skin, 7416 Mole claw, 33382 Immaculate mole skin
Grotesque Guardians: 21748 Noon, 21730 Black tourmaline core, 21736 Granite gloves, 21739 Granite ring,
  21742 Granite hammer, 21745 Jar of stone, 21726 Granite dust
Hespori: 22994 Bottomless compost bucket, 22883 Iasor seed, 22885 Kronos seed, 22881 Attas seed
The Hueycoatl: 30152 Huberte, 30070 Dragon hunter wand, 30066 Tome of earth (empty), 30068 Soiled page,
  30085 Hueycoatl hide, 30088 Huasca seed
The Inferno: 21291 Jal-nib-rek, 21295 Infernal cape
Kalphite Queen: 12647 Kalphite princess, 7981 Kq head, 12885 Jar of sand, 7158 Dragon 2h sword,
  3140 Dragon chainbody, 11920 Dragon pickaxe
King Black Dragon: 12653 Prince black dragon, 7980 Kbd heads, 11920 Dragon pickaxe, 11286 Draconic visage
Kraken: 12655 Pet kraken, 12004 Kraken tentacle, 11905 Trident of the seas (full), 12007 Jar of dirt
Kree'arra: 12649 Pet kree'arra, 11826 Armadyl helmet, 11828 Armadyl chestplate, 11830 Armadyl chainskirt,
  11810 Armadyl hilt, 11818 Godsword shard 1, 11820 Godsword shard 2, 11822 Godsword shard 3
K'ril Tsutsaroth: 12652 Pet k'ril tsutsaroth, 11791 Staff of the dead, 11824 Zamorakian spear,
  11787 Steam battlestaff, 11816 Zamorak hilt, 11818 Godsword shard 1, 11820 Godsword shard 2,
  11822 Godsword shard 3
The Leviathan: 28252 Lil'viathan, 28325 Leviathan's lure, 26241 Virtus mask, 26243 Virtus robe top,
  26245 Virtus robe bottom, 28283 Venator vestige, 28274 Smoke quartz, 28332 Scarred tablet,
  28276 Chromium ingot, 28334 Awakener's orb
The Mad Angel: 34042 Aggy, 34027 Hallowfell, 34033 Ardeaglais teleport, 21726 Granite dust,
  34030 Jar of light
Maggot King: 33642 Maggot marquess, 33631 Crimson kisten, 33634 Elder venator fang
Moons of Peril: 29000 Eclipse atlatl, 29010 Eclipse moon helm, 29004 Eclipse moon chestplate,
  29007 Eclipse moon tassets, 28997 Dual macuahuitl, 29028 Blood moon helm, 29022 Blood moon chestplate,
  29025 Blood moon tassets, 28988 Blue moon spear, 29019 Blue moon helm, 29013 Blue moon chestplate,
  29016 Blue moon tassets, 28991 Atlatl dart
Nex: 26348 Nexling, 26370 Ancient hilt, 26372 Nihil horn, 26235 Zaryte vambraces,
  26376 Torva full helm (damaged), 26378 Torva platebody (damaged), 26380 Torva platelegs (damaged),
  26231 Nihil shard
The Nightmare: 24491 Little nightmare, 24417 Inquisitor's mace, 24419 Inquisitor's great helm,
  24420 Inquisitor's hauberk, 24421 Inquisitor's plateskirt, 24422 Nightmare staff, 24514 Volatile orb,
  24511 Harmonised orb, 24517 Eldritch orb, 24495 Jar of dreams, 25837 Slepey tablet, 25838 Parasitic egg
Obor: 20756 Hill giant club
Phantom Muspah: 27590 Muphin, 27614 Venator shard, 27627 Ancient icon, 27643 Charged ice,
  27622 Frozen cache, 27616 Ancient essence
Royal Titans: 30622 Bran, 30626 Deadeye prayer scroll, 30627 Mystic vigour prayer scroll,
  30637 Giantsoul amulet (uncharged), 30628 Ice element staff crown, 30631 Fire element staff crown,
  30640 Desiccated page
Sarachnis: 23495 Sraracha, 23525 Jar of eyes, 23517 Giant egg sac(full), 23528 Sarachnis cudgel,
  33133 Pristine spider silk
Scorpia: 13181 Scorpia's offspring, 11930 Odium shard 3, 11933 Malediction shard 3, 7158 Dragon 2h sword
Scurrius: 28801 Scurry, 28798 Scurrius' spine
Shellbane Gryphon: 31285 Gull, 31245 Belle's folly (tarnished), 32921 Jar of feathers, 31235 Gryphon feather
Skotizo: 21273 Skotos, 19701 Jar of darkness, 21275 Dark claw, 19685 Dark totem, 6571 Uncut onyx,
  19677 Ancient shard
Tempoross: 25602 Tiny tempor, 25559 Big harpoonfish, 25592 Spirit angler headband, 25594 Spirit angler top,
  25596 Spirit angler waders, 25598 Spirit angler boots, 25576 Tome of water (empty), 25578 Soaked page,
  25580 Tackle box, 25582 Fish barrel, 21028 Dragon harpoon, 25588 Spirit flakes
Thermonuclear Smoke Devil: 12648 Pet smoke devil, 12002 Occult necklace, 11998 Smoke battlestaff,
  3140 Dragon chainbody, 25524 Jar of smoke
Vardorvis: 28248 Butch, 28319 Executioner's axe head, 26241 Virtus mask, 26243 Virtus robe top,
  26245 Virtus robe bottom, 28285 Ultor vestige, 28268 Blood quartz, 28330 Strangled tablet,
  28276 Chromium ingot, 28334 Awakener's orb
Venenatis and Spindel: 13177 Venenatis spiderling, 12605 Treasonous ring, 11920 Dragon pickaxe,
  7158 Dragon 2h sword, 27670 Fangs of venenatis, 27687 Voidwaker gem
Vet'ion and Calvar'ion: 13179 Vet'ion jr., 12601 Ring of the gods, 11920 Dragon pickaxe,
  7158 Dragon 2h sword, 27673 Skull of vet'ion, 27684 Voidwaker blade
Vorkath: 21992 Vorki, 21907 Vorkath's head, 11286 Draconic visage, 22006 Skeletal visage,
  22106 Jar of decay, 22111 Dragonbone necklace
The Whisperer: 28246 Wisp, 28323 Siren's staff, 26241 Virtus mask, 26243 Virtus robe top,
  26245 Virtus robe bottom, 28279 Bellator vestige, 28272 Shadow quartz, 28331 Sirenic tablet,
  28276 Chromium ingot, 28334 Awakener's orb
Wintertodt: 20693 Phoenix, 20716 Tome of fire (empty), 20718 Burnt page, 20704 Pyromancer garb,
  20708 Pyromancer hood, 20706 Pyromancer robe, 20710 Pyromancer boots, 20712 Warm gloves,
  20720 Bruma torch, 6739 Dragon axe
Yama: 30888 Yami, 30759 Soulflame horn, 30750 Oathplate helm, 30753 Oathplate chest, 30756 Oathplate legs,
  30775 Chasm teleport scroll, 30765 Oathplate shards, 30805 Dossier, 30763 Forgotten lockbox,
  30795 Barrel of demonic tallow (full), 30806 Rite of vile transference
Zalcano: 23760 Smolcano, 23953 Crystal tool seed, 23908 Zalcano shard, 6571 Uncut onyx
Zulrah: 12921 Pet snakeling, 13200 Tanzanite mutagen, 13201 Magma mutagen, 12936 Jar of swamp,
  12932 Magic fang, 12927 Serpentine visage, 12922 Tanzanite fang, 12938 Zul-andra teleport,
  6571 Uncut onyx, 12934 Zulrah's scales
`;
