/** Words that mean a colour: shades, and colours in other languages. */
import { type Colour, colours } from '#contract/phone-words.ts';

/** The colour that a word means; undefined if it means none. */
export const colourOf = (word: string): Colour | undefined =>
  colours.find((colour) => colour === word) ?? colourOfWord.get(word);

const otherWords: Readonly<Record<Colour, string>> = {
  black:
    'obsidian onyx midnight schwarz schwarzes noir noire negro negra nero nera preto zwart zwarte czarny czarna черный черная কালো काला काली',
  white:
    'porcelain ivory snow starlight weiss weisses blanc blanche blanco blanca bianco bianca branco witte bialy biala белый белая সাদা सफेद',
  grey: 'slate anthracite gray graphite charcoal grau graues gris grigio серый серая ধূসর',
  silver: 'platinum silber argent plateado plata argento серебристый রুপালি',
  blue: 'cobalt sapphire navy turquoise blau blaues bleu bleue azul blu blauw blauwe niebieski niebieska синий синяя голубой নীল नीला नीली',
  green:
    'sage olive emerald teal gruen grun gruenes grunes vert verte verde groen groene zielony zielona зеленый зеленая সবুজ हरा हरी',
  red: 'crimson burgundy maroon rot rotes rouge rojo roja rosso rossa vermelho rood rode czerwony czerwona красный красная লাল लाल',
  pink: 'magenta rosa розовый গোলাপী গোলাপি गुलाबी',
  purple: 'orchid mauve violet lilac lavender lila violett morado violeta viola roxo фиолетовый বেগুনি बैंगनी',
  gold: 'champagne golden dorado dorada oro золотой সোনালি সোনালী सुनहरा',
  yellow: 'gelb gelbes jaune amarillo amarilla giallo amarelo желтый হলুদ पीला पीली',
  orange: 'coral peach naranja arancione laranja কমলা नारंगी',
  brown: 'bronze copper braun braunes marron marrone',
};

const colourOfWord: ReadonlyMap<string, Colour> = new Map(
  colours.flatMap((colour) => otherWords[colour].split(' ').map((word) => [word, colour] as const)),
);

/** Replaces a shade of two words by its colour: "dark blue" by "blue", "rose gold" by "pink". */
export const replaceShades = (text: string): string =>
  text.replaceAll(roseGold, 'pink').replaceAll(productRed, 'red').replaceAll(modifiedColour, '$1');

const roseGold = /(?<!\w)rose[ -]?gold\b/g;
const productRed = /(?<!\w)\(?product\)? ?\(?red\)?(?!\w)/g;

/** "space grey", "dark blue" */
const modifiedColour = new RegExp(
  String.raw`(?<!\w)(?:space|dark|light|deep|sky|navy|royal|forest|mint|matte|jet|pearl|midnight|pacific|sierra|alpine|phantom|arctic|ocean|cosmic|glacier|glacial|mystic|prism|stormy|cloudy|awesome|bora|eternal|icy|frosty?|baby|pale|bright|natural|desert|kinda|sorta)\s(${[...colours, ...colourOfWord.keys()].join('|')})\b`,
  'g',
);
