/** A small stock of phones, and what people type to find them. */

/** What is for sale: key, maker, model, storage, colour, network, price, condition, place. */
const stock = `
  i13   Apple    iPhone-13          128 blue   unlocked 420 Good  Dhaka
  i13pm Apple    iPhone-13-Pro-Max  256 black  unlocked 650 Fresh Sylhet
  i11   Apple    iPhone-11          64  red    locked   210 Bad   Dhaka
  se    Apple    iPhone-SE          64  white  unlocked 120 Good  Khulna
  s22   Samsung  Galaxy-S22         128 black  unlocked 380 Good  Dhaka
  a54   Samsung  Galaxy-A54         128 purple unlocked 230 Fresh Sylhet
  s10   Samsung  Galaxy-S10         128 white  locked   150 Good  Dhaka
  note9 Samsung  Galaxy-Note-9      512 blue   unlocked 180 Bad   Rajshahi
  p8    Google   Pixel-8-Pro        256 blue   unlocked 590 Fresh Dhaka
  p6a   Google   Pixel-6a           128 green  unlocked 190 Good  Khulna
  n3310 Nokia    Nokia-3310         -   red    unlocked 35  Good  Dhaka
  g22   Nokia    Nokia-G22          64  grey   unlocked 95  Good  Sylhet
  rn12  Xiaomi   Redmi-Note-12      128 grey   unlocked 140 Good  Dhaka
  np2   Nothing  Nothing-Phone-(2)  256 white  unlocked 330 Fresh Dhaka
  rm8   nubia    Red-Magic-8-Pro    256 black  unlocked 450 Good  Sylhet
  op9   OnePlus  OnePlus-9          128 black  locked   260 Good  Khulna
  x5    Sony     Xperia-5           128 purple unlocked 240 Good  Dhaka
  g84   Motorola Moto-G84           256 red    unlocked 160 Fresh Rajshahi`;

export const rows = stock
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
export const keys = rows.map(([key = '']) => key);
const all = keys.join(' ');
export const iphones = 'i13 i13pm i11 se';
export const samsungs = 's22 a54 s10 note9';

/** The question, the phones that it finds, and what of it was understood as facets and prices. */
export const questions: readonly (readonly [q: string, found: string, understood?: string])[] = [
  // Words that say nothing where everything is a used phone.
  ['phone', all],
  ['phones', all],
  ['mobile', all],
  ['smartphones', all],
  ['used phones', all],
  ['cheap phones', all],
  ['buy used mobile phone', all],
  ['second hand phone', all],
  ['second-hand smartphones for sale', all],
  ['cell phone', all],
  ['samsung phone', samsungs],
  ['samsung phones', samsungs],
  ['samsung mobile', samsungs],
  ['samsung smartphone', samsungs],
  ['buy samsung', samsungs],
  ['cheap samsung phone', samsungs],
  ['used samsung galaxy', samsungs],
  ['samsung galaxy phone', samsungs],
  ['a samsung', samsungs],
  ['i want a samsung phone', samsungs],
  ['smsung phone', samsungs],
  ['cheapest iphone', iphones],
  ['used iphone', iphones],
  ['i phone', iphones],
  ['i phone 13', 'i13 i13pm'],
  ['buy iphone 13', 'i13 i13pm'],
  ['iphone 13 for sale', 'i13 i13pm'],
  ['second hand iphone 11', 'i11'],
  ['secondhand pixel', 'p8 p6a'],
  ['google phone', 'p8 p6a'],
  ['google pixel phone', 'p8 p6a'],
  ['looking for a pixel', 'p8 p6a'],
  ['nokia mobile phone', 'n3310 g22'],
  ['nokia handset', 'n3310 g22'],
  ['phone nokia', 'n3310 g22'],
  ['xiaomi phones', 'rn12'],
  ['sony smartphone', 'x5'],
  ['motorola cell phone', 'g84'],
  ['oneplus device', 'op9'],
  ['nothing phone', 'np2'],
  ['nothing phone 2', 'np2'],
  ['iphone in dhaka', 'i13 i11'],
  ['phones in sylhet', 'i13pm a54 g22 rm8'],
  ['phone near khulna', 'se p6a op9'],
  ['cheap phones in rajshahi', 'note9 g84'],
  // Colours.
  ['red iphone', 'i11', 'colour:red'],
  ['iphone red', 'i11', 'colour:red'],
  ['red phone', 'i11 n3310 g84', 'colour:red'],
  ['red', 'i11 n3310 g84', 'colour:red'],
  ['black samsung', 's22', 'colour:black'],
  ['black galaxy s22', 's22', 'colour:black'],
  ['blue iphone 13', 'i13', 'colour:blue'],
  ['blue phone', 'i13 note9 p8', 'colour:blue'],
  ['white iphone', 'se', 'colour:white'],
  ['white samsung', 's10', 'colour:white'],
  ['gray nokia', 'g22', 'colour:grey'],
  ['grey nokia', 'g22', 'colour:grey'],
  ['gray phones', 'g22 rn12', 'colour:grey'],
  ['purple phone', 'a54 x5', 'colour:purple'],
  ['violet samsung', 'a54', 'colour:purple'],
  ['lavender phone', 'a54 x5', 'colour:purple'],
  ['green pixel', 'p6a', 'colour:green'],
  ['dark blue pixel', 'p8', 'colour:blue'],
  ['space gray phone', 'g22 rn12', 'colour:grey'],
  ['jet black iphone', 'i13pm', 'colour:black'],
  ['red or blue iphone', 'i13 i11', 'colour:red colour:blue'],
  ['black or white samsung', 's22 s10', 'colour:black colour:white'],
  ['balck iphone', 'i13pm', 'colour:black'],
  ['red magic', 'rm8'],
  ['red magic 8 pro', 'rm8'],
  ['black red magic', 'rm8', 'colour:black'],
  ['redmi', 'rn12'],
  ['blackberry', ''],
  // Sizes.
  ['128gb iphone', 'i13', 'storage:128'],
  ['iphone 128 gb', 'i13', 'storage:128'],
  ['iphone 256GB', 'i13pm', 'storage:256'],
  ['64gb', 'i11 se g22', 'storage:64'],
  ['64 gb phone', 'i11 se g22', 'storage:64'],
  ['512gb samsung', 'note9', 'storage:512'],
  ['samsung 128 gb phone', 's22 a54 s10', 'storage:128'],
  ['256 gigs', 'i13pm p8 np2 rm8 g84', 'storage:256'],
  ['128gb storage samsung', 's22 a54 s10', 'storage:128'],
  ['at least 512gb', 'note9', 'storage:512 storage:1024 storage:2048'],
  ['up to 64gb nokia', 'g22', 'storage:8 storage:16 storage:32 storage:64'],
  ['1tb', '', 'storage:1024'],
  ['8gb ram 256gb pixel', 'p8', 'storage:256'],
  ['8/128gb redmi', 'rn12', 'storage:128'],
  ['64gb or 512gb', 'i11 se note9 g22', 'storage:64 storage:512'],
  ['128gb red iphone', '', 'storage:128 colour:red'],
  ['blue 128gb iphone', 'i13', 'storage:128 colour:blue'],
  // Network states.
  ['unlocked iphone', 'i13 i13pm se', 'network:unlocked'],
  ['iphone unlocked', 'i13 i13pm se', 'network:unlocked'],
  ['sim free samsung', 's22 a54 note9', 'network:unlocked'],
  ['sim-free pixel', 'p8 p6a', 'network:unlocked'],
  ['factory unlocked iphone 13', 'i13 i13pm', 'network:unlocked'],
  ['locked iphone', 'i11', 'network:locked'],
  ['carrier locked phone', 'i11 s10 op9', 'network:locked'],
  ['128gb unlocked', 'i13 s22 a54 p6a rn12 x5', 'storage:128 network:unlocked'],
  ['128gb unlocked samsung', 's22 a54', 'storage:128 network:unlocked'],
  ['unlocked 64gb nokia', 'g22', 'storage:64 network:unlocked'],
  ['unlocked black iphone', 'i13pm', 'colour:black network:unlocked'],
  ['network locked oneplus', 'op9', 'network:locked'],
  // Prices.
  ['under 200', 'se s10 note9 p6a n3310 g22 rn12 g84', 'maxPrice:200'],
  ['phones under 200', 'se s10 note9 p6a n3310 g22 rn12 g84', 'maxPrice:200'],
  ['under $100', 'n3310 g22', 'maxPrice:100'],
  ['below 100 dollars', 'n3310 g22', 'maxPrice:100'],
  ['iphone under 300', 'i11 se', 'maxPrice:300'],
  ['samsung under 200', 's10 note9', 'maxPrice:200'],
  ['samsung below $200', 's10 note9', 'maxPrice:200'],
  ['less than 145', 'se n3310 g22 rn12', 'maxPrice:145'],
  ['cheaper than $145', 'se n3310 g22 rn12', 'maxPrice:145'],
  ['up to 250 galaxy', 'a54 s10 note9', 'maxPrice:250'],
  ['max $250 galaxy', 'a54 s10 note9', 'maxPrice:250'],
  ['iphone 13 max $500', 'i13', 'maxPrice:500'],
  ['<100', 'n3310 g22', 'maxPrice:100'],
  ['< $50 nokia', 'n3310', 'maxPrice:50'],
  ['over 500', 'i13pm p8', 'minPrice:500'],
  ['more than $500', 'i13pm p8', 'minPrice:500'],
  ['above 500 phones', 'i13pm p8', 'minPrice:500'],
  ['at least $500', 'i13pm p8', 'minPrice:500'],
  ['iphone over 300', 'i13 i13pm', 'minPrice:300'],
  ['between 200 and 300', 'i11 a54 op9 x5', 'minPrice:200 maxPrice:300'],
  ['between $200 and $300 phones', 'i11 a54 op9 x5', 'minPrice:200 maxPrice:300'],
  ['$200-$300', 'i11 a54 op9 x5', 'minPrice:200 maxPrice:300'],
  ['$200 to $300 samsung', 'a54', 'minPrice:200 maxPrice:300'],
  ['from $400 to $600', 'i13 p8 rm8', 'minPrice:400 maxPrice:600'],
  ['from 400 to 600', 'i13 p8 rm8', 'minPrice:400 maxPrice:600'],
  ['around $400 iphone', 'i13', 'minPrice:320 maxPrice:480'],
  ['about 200 dollars', 'i11 a54 note9 p6a x5 g84', 'minPrice:160 maxPrice:240'],
  ['iphone $250', 'i11 se', 'maxPrice:250'],
  ['pixel for $200', 'p6a', 'maxPrice:200'],
  ['budget $100 phone', 'n3310 g22', 'maxPrice:100'],
  ['over 100 under 200 samsung', 's10 note9', 'minPrice:100 maxPrice:200'],
  ['starting at $600', 'i13pm', 'minPrice:600'],
  ['1,000 dollars iphone', iphones, 'maxPrice:1000'],
  // Several at once, and conditions.
  ['red iphone under 300', 'i11', 'colour:red maxPrice:300'],
  ['cheap red nokia under 50', 'n3310', 'colour:red maxPrice:50'],
  ['unlocked 128gb samsung under $300', 'a54', 'storage:128 network:unlocked maxPrice:300'],
  ['black iphone 256gb unlocked', 'i13pm', 'storage:256 colour:black network:unlocked'],
  ['good condition iphone', 'i13 se', 'condition:good'],
  ['iphone in good condition under 200', 'se', 'condition:good maxPrice:200'],
  ['like new pixel', 'p8', 'condition:fresh'],
  ['fresh condition samsung', 'a54', 'condition:fresh'],
  ['iphone bad condition', 'i11', 'condition:bad'],
  ['white 256gb phone under 400', 'np2', 'storage:256 colour:white maxPrice:400'],
  ['unlocked blue pixel 8 pro', 'p8', 'colour:blue network:unlocked'],
  // Written in another way.
  ['100-250 samsung', 'a54 s10 note9', 'minPrice:100 maxPrice:250'],
  ['from 400 to 600 euro', 'i13 p8 rm8', 'minPrice:400 maxPrice:600'],
  ['max 100', 'n3310 g22', 'maxPrice:100'],
  ['max 300 iphone', 'i11 se', 'maxPrice:300'],
  ['min 500', 'i13pm p8', 'minPrice:500'],
  ['samsung budget 200', 's10 note9', 'maxPrice:200'],
  ['iphone 13 pro max 256', 'i13pm', 'storage:256'],
  ['256 black iphone', 'i13pm', 'storage:256 colour:black'],
  ['iphone 128', 'i13', 'storage:128'],
  ['512', 'note9', 'storage:512'],
  ['midnight iphone', 'i13pm', 'colour:black'],
  ['graphite nokia', 'g22', 'colour:grey'],
  ['iphone no scratches', 'i13pm', 'condition:fresh'],
  ['scratch free samsung', 'a54', 'condition:fresh'],
  ['broken screen', 'i11 note9', 'condition:bad'],
  ['cracked iphone', 'i11', 'condition:bad'],
  ['samsung for parts', 'note9', 'condition:bad'],
  ['simlock free pixel', 'p8 p6a', 'network:unlocked'],
  ['iphone not locked', 'i13 i13pm se', 'network:unlocked'],
  ['old nokia', 'n3310 g22'],
  ['iphone 2 years old', iphones],
  ['iphone 13 not pro', 'i13 i13pm'],
  // Numbers of models are no prices.
  ['iphone 13 pro max', 'i13pm'],
  ['galaxy note 9', 'note9'],
  ['moto g84', 'g84'],
  ['xperia 5', 'x5'],
  ['redmi note 12', 'rn12'],
];
