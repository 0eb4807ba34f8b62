/** The pages of the tab Raids. The items are in the order of the game. */
export const raidPages = `
Chambers of Xeric: 20851 Olmlet, 22386 Metamorphic dust, 20997 Twisted bow, 21003 Elder maul,
  21043 Kodai insignia, 13652 Dragon claws, 21018 Ancestral hat, 21021 Ancestral robe top,
  21024 Ancestral robe bottom, 21015 Dinh's bulwark, 21034 Dexterous prayer scroll,
  21079 Arcane prayer scroll, 21012 Dragon hunter crossbow, 21000 Twisted buckler, 21047 Torn prayer scroll,
  21027 Dark relic, 6573 Onyx, 22388 Xeric's guard, 22390 Xeric's warrior, 22392 Xeric's sentinel,
  22394 Xeric's general, 22396 Xeric's champion, 24670 Twisted ancestral colour kit
Theatre of Blood: 22473 Lil' zik, 22486 Scythe of vitur (uncharged), 22324 Ghrazi rapier,
  22481 Sanguinesti staff (uncharged), 22326 Justiciar faceguard, 22327 Justiciar chestguard,
  22328 Justiciar legguards, 22477 Avernic defender hilt, 22446 Vial of blood, 22494 Sinhaza shroud tier 1,
  22496 Sinhaza shroud tier 2, 22498 Sinhaza shroud tier 3, 22500 Sinhaza shroud tier 4,
  22502 Sinhaza shroud tier 5, 25746 Sanguine dust, 25742 Holy ornament kit, 25744 Sanguine ornament kit
Tombs of Amascut: 27352 Tumeken's guardian, 27277 Tumeken's shadow (uncharged), 25985 Elidinis' ward,
  27226 Masori mask, 27229 Masori body, 27232 Masori chaps, 25975 Lightbearer, 26219 Osmumten's fang,
  27279 Thread of elidinis, 27283 Breach of the scarab, 27285 Eye of the corruptor, 27289 Jewel of the sun,
  30893 Jewel of amascut, 27255 Menaphite ornament kit, 27248 Cursed phalanx, 27372 Masori crafting kit,
  27293 Cache of runes, 27257 Icthlarin's shroud (tier 1), 27259 Icthlarin's shroud (tier 2),
  27261 Icthlarin's shroud (tier 3), 27263 Icthlarin's shroud (tier 4), 27265 Icthlarin's shroud (tier 5),
  27377 Remnant of akkha, 27378 Remnant of ba-ba, 27379 Remnant of kephri, 27380 Remnant of zebak,
  27381 Ancient remnant
`;
