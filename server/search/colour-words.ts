/** Which words mean a colour: shades, and what buyers of other languages write. */
import { type Colour, colours } from '#contract/phone-words.ts';

/** The plain colour that a word means; undefined for a word that is no colour. */
export const colourOf = (word: string): Colour | undefined =>
  colours.find((colour) => colour === word) ?? others.get(word);

const otherWords: Readonly<Record<Colour, string>> = {
  black: 'midnight schwarz schwarzes noir noire negro negra nero nera preto',
  white: 'starlight weiss weisses blanc blanche blanco blanca bianco bianca branco',
  grey: 'gray graphite charcoal grau graues gris grigio',
  silver: 'silber argent plateado plata argento',
  blue: 'navy turquoise blau blaues bleu bleue azul blu',
  green: 'teal gruen grun gruenes grunes vert verte verde',
  red: 'burgundy maroon rot rotes rouge rojo roja rosso rossa vermelho',
  pink: 'magenta rosa',
  purple: 'violet lilac lavender lila violett morado violeta viola roxo',
  gold: 'golden dorado dorada oro',
  yellow: 'gelb gelbes jaune amarillo amarilla giallo amarelo',
  orange: 'naranja arancione laranja',
  brown: 'braun braunes marron marrone',
};

const others: ReadonlyMap<string, Colour> = new Map(
  colours.flatMap((colour) => otherWords[colour].split(' ').map((word) => [word, colour] as const)),
);

export const colourWords: readonly string[] = [...colours, ...others.keys()];
