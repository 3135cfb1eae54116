BEGIN TRANSACTION;
CREATE TABLE chat (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games(id), writer TEXT NOT NULL, reader TEXT NOT NULL,
    text TEXT NOT NULL, sheet INTEGER
);
CREATE TABLE deadlines (
    game INTEGER NOT NULL REFERENCES games(id), decision TEXT NOT NULL, side TEXT NOT NULL,
    asked TEXT NOT NULL, due TEXT NOT NULL, reminded TEXT NOT NULL,
    PRIMARY KEY (game, decision)
);
INSERT INTO "deadlines" VALUES(1,'q6','blue','2026-11-20T14:00:00+00:00','2026-11-27T14:00:00+00:00','');
CREATE TABLE enclosures (sha256 TEXT PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE events (
    game INTEGER NOT NULL, n INTEGER NOT NULL, sheet INTEGER NOT NULL,
    kind TEXT NOT NULL, rule TEXT NOT NULL, readers TEXT NOT NULL, facts TEXT NOT NULL,
    prev TEXT NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (game, n),
    FOREIGN KEY (game, sheet) REFERENCES sheets(game, n)
) WITHOUT ROWID;
INSERT INTO "events" VALUES(1,1,0,'Drawn','1','["red"]','{"chain":"ce254500fe1838ad757ca2363fa91cd0cbb0bcef9d7604097ea84adfcc29b234","cup":"chits","item":"chit-3","n":1,"purpose":"chit of red","sides":4,"value":3}','0000000000000000000000000000000000000000000000000000000000000000','492aec9bb02385869e9d7cd22bf470fef92f698933e3ae10117821b1ce1b86fc');
INSERT INTO "events" VALUES(1,2,0,'HandChanged','1','["red"]','{"cards":["chit-3"],"side":"red"}','492aec9bb02385869e9d7cd22bf470fef92f698933e3ae10117821b1ce1b86fc','d1c56bf84257154b17cbc6121cf8655b7de4b51c477aef5718a7389d7625192a');
INSERT INTO "events" VALUES(1,3,0,'Drawn','1','["blue"]','{"chain":"ce254500fe1838ad757ca2363fa91cd0cbb0bcef9d7604097ea84adfcc29b234","cup":"chits","item":"chit-2","n":2,"purpose":"chit of blue","sides":3,"value":2}','d1c56bf84257154b17cbc6121cf8655b7de4b51c477aef5718a7389d7625192a','b60f77cb150c38d5b28618ece70d11cca683a370fc14d2c0d80d7d95f0bef4bb');
INSERT INTO "events" VALUES(1,4,0,'HandChanged','1','["blue"]','{"cards":["chit-2"],"side":"blue"}','b60f77cb150c38d5b28618ece70d11cca683a370fc14d2c0d80d7d95f0bef4bb','f952fa07be45b2452f1cdfc98a2d997d467b6ad6e3147232de7840c61f8b928b');
INSERT INTO "events" VALUES(1,5,0,'SegmentEntered','2','["*"]','{"about":{},"instead":true,"segment":"2"}','f952fa07be45b2452f1cdfc98a2d997d467b6ad6e3147232de7840c61f8b928b','2d4ed4f9e59dc9cfc32abe2e99d3941d7e31feb7f58164c8623044ee968076d7');
INSERT INTO "events" VALUES(1,6,0,'Asked','2','["red"]','{"decision":{"about":[],"answers":["bid 0","bid 5"],"closed":false,"default":"bid 0","id":"q1","player":"red","question":"How much do you bid to move first (0 to 9)?","rule":"2","sealed":true,"silence":"you bid nothing","topic":"bid","verbs":["bid"],"window":false}}','2d4ed4f9e59dc9cfc32abe2e99d3941d7e31feb7f58164c8623044ee968076d7','1d178c0ef2929566fc2684d7bbf314f107d9e3b5e78cda31e619275570bf531b');
INSERT INTO "events" VALUES(1,7,0,'Asked','2','["blue"]','{"decision":{"about":[],"answers":["bid 0","bid 5"],"closed":false,"default":"bid 0","id":"q2","player":"blue","question":"How much do you bid to move first (0 to 9)?","rule":"2","sealed":true,"silence":"you bid nothing","topic":"bid","verbs":["bid"],"window":false}}','1d178c0ef2929566fc2684d7bbf314f107d9e3b5e78cda31e619275570bf531b','1fe9db0d87513ec87cb96305eb6409d3d449b0506f1ff1ce53734f39490649ed');
INSERT INTO "events" VALUES(1,8,1,'Sealed','2','["red"]','{"decision":"q1","orders":[{"args":{"amount":3},"line":3,"sheet":1,"text":"bid 3","verb":"bid"}]}','1fe9db0d87513ec87cb96305eb6409d3d449b0506f1ff1ce53734f39490649ed','126c70f1484e76be106ea2864a60a692c95d2c951ac15eba3fa8af1bee49328f');
INSERT INTO "events" VALUES(1,9,2,'StandingChanged','','["blue"]','{"lines":["if asked loss then lose"],"side":"blue"}','126c70f1484e76be106ea2864a60a692c95d2c951ac15eba3fa8af1bee49328f','f3a1da0480b3e360c4cf034c4757cb6bc2848a1ff4493b606012757471791fec');
INSERT INTO "events" VALUES(1,10,2,'Sealed','2','["blue"]','{"decision":"q2","orders":[{"args":{"amount":1},"line":3,"sheet":2,"text":"bid 1","verb":"bid"}]}','f3a1da0480b3e360c4cf034c4757cb6bc2848a1ff4493b606012757471791fec','e76afea157a5890fcd1e7078e95b62148eb2097dae0bb8b11741b892c24f8072');
INSERT INTO "events" VALUES(1,11,2,'Answered','2','["red"]','{"by":"order","decision":"q1","player":"red"}','e76afea157a5890fcd1e7078e95b62148eb2097dae0bb8b11741b892c24f8072','c3d9c75aa52c86b9e5e586a57525d35cf0d52a33f5d5e1414c227670c00e7fb2');
INSERT INTO "events" VALUES(1,12,2,'Answered','2','["blue"]','{"by":"order","decision":"q2","player":"blue"}','c3d9c75aa52c86b9e5e586a57525d35cf0d52a33f5d5e1414c227670c00e7fb2','f25759f566603c40f70173ed070a4b30d220ca8a10e9b67c79d631cd7c24043f');
INSERT INTO "events" VALUES(1,13,2,'BidsOpened','2','["*"]','{"bids":{"blue":1,"red":3},"first":"red"}','f25759f566603c40f70173ed070a4b30d220ca8a10e9b67c79d631cd7c24043f','a406a69f632d528561a4614dc33909801846d20c16e17b4f4d323d363dcd3d85');
INSERT INTO "events" VALUES(1,14,2,'SegmentEntered','3','["*"]','{"about":{"active":"red","first":"red"},"instead":true,"segment":"3"}','a406a69f632d528561a4614dc33909801846d20c16e17b4f4d323d363dcd3d85','a6b6ebf9bc89d20aec6f20d00730f9d926db0c436d9fb15cebfe7e6999e96196');
INSERT INTO "events" VALUES(1,15,2,'Asked','3','["red"]','{"decision":{"about":[],"answers":["done"],"closed":false,"default":"done","id":"q3","player":"red","question":"Which units move or attack?","rule":"3","sealed":false,"silence":"nothing moves","topic":"orders","verbs":["move","attack","done"],"window":false}}','a6b6ebf9bc89d20aec6f20d00730f9d926db0c436d9fb15cebfe7e6999e96196','a6c9d470d3bdd69ad8a98c8d66a91948d3c5dc8beb16338d08c6ab1333b9d79e');
INSERT INTO "events" VALUES(1,16,3,'UnitMoved','3.1','["*"]','{"cost":"","how":"move","path":["ash","birch"],"unit":"R1"}','a6c9d470d3bdd69ad8a98c8d66a91948d3c5dc8beb16338d08c6ab1333b9d79e','c3b89a74b3c511994c9522ea535f527336e7bd0a50043e76aa9ee75c96506c42');
INSERT INTO "events" VALUES(1,17,3,'DieRolled','3.2','["*"]','{"came":"","chain":"b95950f3e1a9c13b70b6d82b0b85f8bcce1b84f5edcb795e20a9f8d691831d4e","n":3,"purpose":"1 Red attacks Cedar","sides":6,"value":2}','c3b89a74b3c511994c9522ea535f527336e7bd0a50043e76aa9ee75c96506c42','c586f998e9bb434e6257730561705c5d919a4ae9415ad8401ba7013f53e2efcc');
INSERT INTO "events" VALUES(1,18,3,'DieRolled','3.2','["*"]','{"came":"","chain":"b95950f3e1a9c13b70b6d82b0b85f8bcce1b84f5edcb795e20a9f8d691831d4e","n":4,"purpose":"1 Red attacks Cedar","sides":6,"value":4}','c586f998e9bb434e6257730561705c5d919a4ae9415ad8401ba7013f53e2efcc','2a89525d185c7a096fc27024387800e6630593d529a3974c4d413e1da59a7747');
INSERT INTO "events" VALUES(1,19,3,'Asked','3.4','["blue"]','{"decision":{"about":["B2"],"answers":["lose B2","retreat B2 dale"],"closed":true,"default":"lose B2","id":"q4","player":"blue","question":"2 Blue is hit: retreat or lose a step?","rule":"3.4","sealed":false,"silence":"a step is lost","topic":"loss","verbs":["lose","retreat"],"window":false}}','2a89525d185c7a096fc27024387800e6630593d529a3974c4d413e1da59a7747','c9e23ad7435fa80a6aa464c953a0d911828dcf722549ffed3ea1c4ade5bf8b39');
INSERT INTO "events" VALUES(1,20,3,'DieRolled','3.2','["*"]','{"came":"","chain":"b95950f3e1a9c13b70b6d82b0b85f8bcce1b84f5edcb795e20a9f8d691831d4e","n":5,"purpose":"1 Red attacks Cedar","sides":6,"value":4}','c9e23ad7435fa80a6aa464c953a0d911828dcf722549ffed3ea1c4ade5bf8b39','8c8b2df3c44c95f39ca420146ee5befec4c70819542a2cec2726d4d1ca650fe6');
INSERT INTO "events" VALUES(1,21,3,'Asked','3.4','["blue"]','{"decision":{"about":["B2"],"answers":["lose B2","retreat B2 dale"],"closed":true,"default":"lose B2","id":"q5","player":"blue","question":"2 Blue is hit: retreat or lose a step?","rule":"3.4","sealed":false,"silence":"a step is lost","topic":"loss","verbs":["lose","retreat"],"window":false}}','8c8b2df3c44c95f39ca420146ee5befec4c70819542a2cec2726d4d1ca650fe6','7a31a9c2d7ca56b0d00f8bc039c02287fb48f150b551042d401b2c79dda08001');
INSERT INTO "events" VALUES(1,22,3,'Answered','3','["red"]','{"by":"order","decision":"q3","player":"red"}','7a31a9c2d7ca56b0d00f8bc039c02287fb48f150b551042d401b2c79dda08001','f2a0e2de3663e7503f4a810698f3f528c0d983d34f7c99acd2a6ac556f1435b9');
INSERT INTO "events" VALUES(1,23,3,'SegmentEntered','3','["*"]','{"about":{"active":"blue","first":"red"},"instead":true,"segment":"3"}','f2a0e2de3663e7503f4a810698f3f528c0d983d34f7c99acd2a6ac556f1435b9','9e384736cb722c8379863ca02cce22094c60d1b6f95e0e45a03f958e982e15aa');
INSERT INTO "events" VALUES(1,24,3,'Answered','3.4','["blue"]','{"by":"standing order","decision":"q4","player":"blue"}','9e384736cb722c8379863ca02cce22094c60d1b6f95e0e45a03f958e982e15aa','2f726651ae4627158825d917efde3b86253467d39f1595c2031d28178a9c0f65');
INSERT INTO "events" VALUES(1,25,3,'StepLost','3.4','["*"]','{"left":1,"unit":"B2"}','2f726651ae4627158825d917efde3b86253467d39f1595c2031d28178a9c0f65','ed7e1aab59542671d7733f12da254ad504239e2b63694429dcc5515ea5d76cdf');
INSERT INTO "events" VALUES(1,26,3,'Answered','3.4','["blue"]','{"by":"standing order","decision":"q5","player":"blue"}','ed7e1aab59542671d7733f12da254ad504239e2b63694429dcc5515ea5d76cdf','7cf73f2b36172170cae532d3258700ad174b05dece4436bd7e37be6b6593ce3e');
INSERT INTO "events" VALUES(1,27,3,'UnitEliminated','3.4','["*"]','{"at":"cedar","box":"eliminated","unit":"B2","why":""}','7cf73f2b36172170cae532d3258700ad174b05dece4436bd7e37be6b6593ce3e','bfc9edc11f1c08a17c03abf2d388890a047795124cd291efbc7c4ff63b9d6c47');
INSERT INTO "events" VALUES(1,28,3,'Asked','3','["blue"]','{"decision":{"about":[],"answers":["done"],"closed":false,"default":"done","id":"q6","player":"blue","question":"Which units move or attack?","rule":"3","sealed":false,"silence":"nothing moves","topic":"orders","verbs":["move","attack","done"],"window":false}}','bfc9edc11f1c08a17c03abf2d388890a047795124cd291efbc7c4ff63b9d6c47','03b46d17ce7b78078adbd6a0936ee3aa9216a845df0d043012c6032bb7441015');
INSERT INTO "events" VALUES(1,29,4,'Corrected','','["*"]','{"control":{},"tracks":{},"units":[{"at":"dale","unit":"B1"}],"what":"1 Blue to Dale (a slip)"}','03b46d17ce7b78078adbd6a0936ee3aa9216a845df0d043012c6032bb7441015','43435c8cc4d9325aeb6eabf255013208bc66a004560f101c54471d5ee5d72569');
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL, scenario TEXT NOT NULL, options TEXT NOT NULL, rules TEXT NOT NULL,
    opened TEXT NOT NULL, opening BLOB NOT NULL, secret BLOB NOT NULL, commitment TEXT NOT NULL,
    players TEXT NOT NULL
);
INSERT INTO "games" VALUES(1,'TINY','duel','{}','1','2026-11-20T12:00:00+00:00',X'7B22636F6D6D69746D656E74223A2236333064636432393636633433333636393131323534343862626232356234666634313261343963373332646232633861626331623835383162643731306464222C2264696365223A22686578706F73742D646963652D31222C2267616D65223A312C226E616D65223A2274696E79222C226F70656E6564223A22323032362D31312D32305431323A30303A30302B30303A3030222C2272756C6573223A2231222C227363656E6172696F223A226475656C227D',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd','{"blue":{"addresses":["ben@example.org"],"name":"Ben"},"red":{"addresses":["anna@example.org","anna@work.example.org"],"name":"Anna"}}');
CREATE TABLE letters (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL, raw BLOB NOT NULL, message_id TEXT NOT NULL,
    sender TEXT NOT NULL, subject TEXT NOT NULL, received TEXT NOT NULL,
    policy TEXT NOT NULL, action TEXT NOT NULL, note TEXT NOT NULL, filed INTEGER NOT NULL,
    game INTEGER REFERENCES games(id), side TEXT NOT NULL
, judged TEXT NOT NULL DEFAULT '');
INSERT INTO "letters" VALUES(1,'ef3d361649e5c5190bbf73146d9ca7ff865ea4d2c5c46908cef96ac6ab859be8','6f75e5ccbc8c92d59e03fd2b5ea592fa5ffd6fc98e225a5c5f2661ab1feeea5d',X'46726F6D3A20616E6E61406578616D706C652E6F72670A546F3A2072656665726565406578616D706C652E6F72670A5375626A6563743A206F72646572730A446174653A204672692C203230204E6F7620323032362031323A30303A3030202B303030300A4D6573736167652D49443A203C302D726564406578616D706C652E6F72673E0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740A4D494D452D56657273696F6E3A20312E300A0A0A424547494E204F52444552532031207475726E20312072656420435432562D434341470A62696420330A454E44204F52444552530A','<0-red@example.org>','anna@example.org','orders','2026-11-20T13:00:00+00:00','taken','take','known sender, right code, this turn',1,1,'red','1 red');
INSERT INTO "letters" VALUES(2,'c077ac63c0aa27cc4d00e47cf76f120aa95fa1f247b0d841ca76a06da0396c12','6f1f7e0f7c860952ebbbd4ba2cd2401c05630c83bf68d9cef42752491d06d293',X'46726F6D3A2062656E406578616D706C652E6F72670A546F3A2072656665726565406578616D706C652E6F72670A5375626A6563743A206F72646572730A446174653A204672692C203230204E6F7620323032362031323A30303A3031202B303030300A4D6573736167652D49443A203C312D626C7565406578616D706C652E6F72673E0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740A4D494D452D56657273696F6E3A20312E300A0A0A424547494E204F52444552532031207475726E203120626C756520474B53342D4E4233330A62696420310A69662061736B6564206C6F7373207468656E206C6F73650A454E44204F52444552530A','<1-blue@example.org>','ben@example.org','orders','2026-11-20T13:00:00+00:00','taken','take','known sender, right code, this turn',1,1,'blue','1 blue');
INSERT INTO "letters" VALUES(3,'7e908a6baef86b78975127bae22cc5124daf558a0a93020df21ac41b25c45d6f','7967e9886f360b9c1b1f7ed2a4188b5590d6efebffb510abee0a938a29e90a99',X'46726F6D3A20616E6E61406578616D706C652E6F72670A546F3A2072656665726565406578616D706C652E6F72670A5375626A6563743A206F72646572730A446174653A204672692C203230204E6F7620323032362031333A30303A3032202B303030300A4D6573736167652D49443A203C322D726564406578616D706C652E6F72673E0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740A4D494D452D56657273696F6E3A20312E300A0A0A424547494E204F52444552532031207475726E20312072656420435432562D434341470A6D6F76652052312062697263680A61747461636B2052312063656461720A61747461636B2052312063656461720A61747461636B2052312063656461720A646F6E650A454E44204F52444552530A','<2-red@example.org>','anna@example.org','orders','2026-11-20T14:00:00+00:00','taken','take','known sender, right code, this turn',1,1,'red','1 red');
CREATE TABLE mails (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
    game INTEGER REFERENCES games(id), side TEXT NOT NULL, number INTEGER NOT NULL, recipient TEXT NOT NULL,
    sheet INTEGER NOT NULL, first_event INTEGER NOT NULL, last_event INTEGER NOT NULL,
    letter INTEGER REFERENCES letters(id), written TEXT NOT NULL, due TEXT NOT NULL,
    raw BLOB NOT NULL, delivered TEXT NOT NULL
, listed INTEGER NOT NULL DEFAULT 0, edition INTEGER NOT NULL DEFAULT 1, links TEXT NOT NULL DEFAULT '');
INSERT INTO "mails" VALUES(1,'1-blue-000001-d45c5a7ed7653d64.eml','report',1,'blue',1,'Ben <ben@example.org>',0,1,7,NULL,'2026-11-20T12:00:00+00:00','{"first": "Fri 27 Nov", "q2": "Fri 27 Nov 2026, 12:00 UTC"}',X'6F6620616E206561726C69657220686578706F7374','2026-11-20T12:00:00+00:00',0,1,'');
INSERT INTO "mails" VALUES(2,'1-red-000001-a39d2c653aa0956b.eml','report',1,'red',1,'Anna <anna@example.org>',0,1,7,NULL,'2026-11-20T12:00:00+00:00','{"first": "Fri 27 Nov", "q1": "Fri 27 Nov 2026, 12:00 UTC"}',X'6F6620616E206561726C69657220686578706F7374','2026-11-20T12:00:00+00:00',0,1,'');
INSERT INTO "mails" VALUES(3,'1-red-000002-56ca2ded8ca57a85.eml','report',1,'red',2,'Anna <anna@work.example.org>',0,1,7,NULL,'2026-11-20T12:00:00+00:00','{"first": "Fri 27 Nov", "q1": "Fri 27 Nov 2026, 12:00 UTC"}',X'6F6620616E206561726C69657220686578706F7374','2026-11-20T12:00:00+00:00',0,1,'');
INSERT INTO "mails" VALUES(4,'1-red-000003-33ead4ab9e3e65df.eml','answer',1,'red',3,'anna@example.org',0,0,0,1,'2026-11-20T13:00:00+00:00','',X'6F6620616E206561726C69657220686578706F7374','2026-11-20T13:00:00+00:00',0,1,'');
INSERT INTO "mails" VALUES(5,'1-blue-000002-62d2df5f10bcb442.eml','answer',1,'blue',2,'ben@example.org',0,0,0,2,'2026-11-20T13:00:00+00:00','',X'6F6620616E206561726C69657220686578706F7374','2026-11-20T13:00:00+00:00',0,1,'');
INSERT INTO "mails" VALUES(6,'1-blue-000003-ffed8293e22c82a7.eml','report',1,'blue',3,'Ben <ben@example.org>',2,8,15,NULL,'2026-11-20T13:00:00+00:00','{}',X'6F6620616E206561726C69657220686578706F7374','2026-11-20T13:00:00+00:00',0,1,'');
INSERT INTO "mails" VALUES(7,'1-red-000004-43497f99bb4ef533.eml','report',1,'red',4,'Anna <anna@example.org>',2,8,15,NULL,'2026-11-20T13:00:00+00:00','{"first": "Fri 27 Nov", "q3": "Fri 27 Nov 2026, 13:00 UTC"}',X'6F6620616E206561726C69657220686578706F7374','2026-11-20T13:00:00+00:00',0,1,'');
INSERT INTO "mails" VALUES(8,'1-red-000005-5dcda450bd58b531.eml','report',1,'red',5,'Anna <anna@work.example.org>',2,8,15,NULL,'2026-11-20T13:00:00+00:00','{"first": "Fri 27 Nov", "q3": "Fri 27 Nov 2026, 13:00 UTC"}',X'6F6620616E206561726C69657220686578706F7374','2026-11-20T13:00:00+00:00',0,1,'');
INSERT INTO "mails" VALUES(9,'1-red-000006-89a5acd4fe24437f.eml','answer',1,'red',6,'anna@example.org',0,0,0,3,'2026-11-20T14:00:00+00:00','',X'6F6620616E206561726C69657220686578706F7374','2026-11-20T14:00:00+00:00',0,1,'');
INSERT INTO "mails" VALUES(10,'1-blue-000004-96c1087e4159f1b7.eml','report',1,'blue',4,'Ben <ben@example.org>',3,16,28,NULL,'2026-11-20T14:00:00+00:00','{"first": "Fri 27 Nov", "q6": "Fri 27 Nov 2026, 14:00 UTC"}',X'6F6620616E206561726C69657220686578706F7374','2026-11-20T14:00:00+00:00',0,1,'');
CREATE TABLE rulings (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL, judged INTEGER NOT NULL, sheet INTEGER NOT NULL, line INTEGER NOT NULL,
    text TEXT NOT NULL, verdict TEXT NOT NULL, rule TEXT NOT NULL, why TEXT NOT NULL, legal TEXT NOT NULL,
    FOREIGN KEY (game, judged) REFERENCES sheets(game, n)
);
INSERT INTO "rulings" VALUES(1,1,1,1,3,'bid 3','waiting','2','sealed until the other side has bid','[]');
INSERT INTO "rulings" VALUES(2,1,2,2,3,'bid 1','done','2','','[]');
INSERT INTO "rulings" VALUES(3,1,2,2,4,'if asked loss then lose','done','','','[]');
INSERT INTO "rulings" VALUES(4,1,2,1,3,'bid 3','done','2','','[]');
INSERT INTO "rulings" VALUES(5,1,3,3,3,'move R1 birch','done','3.1','','[]');
INSERT INTO "rulings" VALUES(6,1,3,3,4,'attack R1 cedar','done','3.2','','[]');
INSERT INTO "rulings" VALUES(7,1,3,3,5,'attack R1 cedar','done','3.2','','[]');
INSERT INTO "rulings" VALUES(8,1,3,3,6,'attack R1 cedar','done','3.2','','[]');
INSERT INTO "rulings" VALUES(9,1,3,3,7,'done','done','3.3','','[]');
CREATE TABLE sheets (
    game INTEGER NOT NULL REFERENCES games(id), n INTEGER NOT NULL,
    kind TEXT NOT NULL, side TEXT NOT NULL, turn INTEGER NOT NULL,
    letter INTEGER REFERENCES letters(id), sha256 TEXT NOT NULL, chain TEXT NOT NULL,
    judged TEXT NOT NULL, last_event INTEGER NOT NULL, state TEXT NOT NULL,
    PRIMARY KEY (game, n)
);
INSERT INTO "sheets" VALUES(1,0,'opening','',1,NULL,'','ce254500fe1838ad757ca2363fa91cd0cbb0bcef9d7604097ea84adfcc29b234','2026-11-20T12:00:00+00:00',7,'70754c84f6460f699a405eb89839bae2d89cefa46449c3742d1809a894ed52dd');
INSERT INTO "sheets" VALUES(1,1,'orders','red',1,1,'ef3d361649e5c5190bbf73146d9ca7ff865ea4d2c5c46908cef96ac6ab859be8','7336028121a47e099dc69daf9320ebf5a9fb2f0eae492144a8ef047696e306c7','2026-11-20T13:00:00+00:00',8,'eae607f2ade73099da35b9be6c5da38b2d7cb50a0309abdca90c65d7c699b715');
INSERT INTO "sheets" VALUES(1,2,'orders','blue',1,2,'c077ac63c0aa27cc4d00e47cf76f120aa95fa1f247b0d841ca76a06da0396c12','1cf3f3d93c1846b8301d344c09b259a9175dc7f7ece45cf93a591acdb4860874','2026-11-20T13:00:00+00:00',15,'9ff399eb1370c51bb3811f3397832c9caf6ffb8a7965d1a026b4cc3f4a3f67c2');
INSERT INTO "sheets" VALUES(1,3,'orders','red',1,3,'7e908a6baef86b78975127bae22cc5124daf558a0a93020df21ac41b25c45d6f','b95950f3e1a9c13b70b6d82b0b85f8bcce1b84f5edcb795e20a9f8d691831d4e','2026-11-20T14:00:00+00:00',28,'14abfc6bcead1d597fd80a45bc012cf20a8e4c33f4828d07d904088b66e682df');
INSERT INTO "sheets" VALUES(1,4,'correction','',1,NULL,'','b95950f3e1a9c13b70b6d82b0b85f8bcce1b84f5edcb795e20a9f8d691831d4e','2026-11-20T14:30:00+00:00',29,'14abfc6bcead1d597fd80a45bc012cf20a8e4c33f4828d07d904088b66e682df');
CREATE TABLE told_lines (
    game INTEGER NOT NULL REFERENCES games(id), side TEXT NOT NULL,
    line TEXT NOT NULL, words INTEGER NOT NULL,
    PRIMARY KEY (game, side, line)
) WITHOUT ROWID;
CREATE TABLE wishes (
    game INTEGER NOT NULL REFERENCES games(id), side TEXT NOT NULL, pictures TEXT NOT NULL,
    PRIMARY KEY (game, side)
);
CREATE INDEX letters_by_sender ON letters(sender, message_id);
CREATE INDEX mails_by_game ON mails(game, side, kind, sheet, last_event);
CREATE INDEX mails_to_deliver ON mails(delivered);
CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'an event of the journal is never changed'); END;
CREATE TRIGGER events_are_never_taken_out BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'an event is never taken out of the journal'); END;
COMMIT;
PRAGMA user_version = 2;
