/** Which words mean a colour: shades, and what buyers of other languages write. */
import { type Colour, colours } from '#contract/phone-words.ts';

/** The plain colour that a word means; undefined for a word that is no colour. */
export const colourOf = (word: string): Colour | undefined =>
  colours.find((colour) => colour === word) ?? others.get(word);

const otherWords: Readonly<Record<Colour, string>> = {
  black: 'obsidian onyx midnight schwarz schwarzes noir noire negro negra nero nera preto черный черная',
  white:
    'porcelain ivory snow starlight weiss weisses blanc blanche blanco blanca bianco bianca branco белый белая',
  grey: 'slate anthracite gray graphite charcoal grau graues gris grigio серый серая',
  silver: 'platinum silber argent plateado plata argento серебристый',
  blue: 'cobalt sapphire navy turquoise blau blaues bleu bleue azul blu синий синяя голубой',
  green: 'sage olive emerald teal gruen grun gruenes grunes vert verte verde зеленый зеленая',
  red: 'crimson burgundy maroon rot rotes rouge rojo roja rosso rossa vermelho красный красная',
  pink: 'magenta rosa розовый',
  purple: 'orchid mauve violet lilac lavender lila violett morado violeta viola roxo фиолетовый',
  gold: 'champagne golden dorado dorada oro золотой',
  yellow: 'gelb gelbes jaune amarillo amarilla giallo amarelo желтый',
  orange: 'coral peach naranja arancione laranja',
  brown: 'bronze copper braun braunes marron marrone',
};

const others: ReadonlyMap<string, Colour> = new Map(
  colours.flatMap((colour) => otherWords[colour].split(' ').map((word) => [word, colour] as const)),
);

export const colourWords: readonly string[] = [...colours, ...others.keys()];
