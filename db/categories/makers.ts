export type MarkStyle = 'disc' | 'ringed' | 'open' | 'split' | 'arc' | 'dotted';

/** A real phone maker, and the data for its drawn mark; the lettering abbreviates the name and is no trademark. */
export type Maker = { name: string; lettering: string; colour: string; style: MarkStyle };

/** The most wanted first, the others by name. */
export const makers: readonly Maker[] = [
  maker('Apple', 'AP', '#4a4f57', 'open'),
  maker('Samsung', 'SA', '#2346a8', 'disc'),
  maker('Google', 'GO', '#2f7de1', 'split'),
  maker('Xiaomi', 'XI', '#e8681a', 'ringed'),
  maker('OnePlus', 'ONE', '#d0312d', 'open'),
  maker('Nokia', 'NO', '#12569b', 'arc'),
  maker('Huawei', 'HU', '#c2263a', 'disc'),
  maker('Motorola', 'MO', '#3a6ea8', 'ringed'),
  maker('Sony', 'SO', '#33373f', 'dotted'),
  maker('OPPO', 'OP', '#0f7a4d', 'disc'),
  maker('vivo', 'VI', '#3757d6', 'open'),
  maker('realme', 'RE', '#d99a00', 'split'),

  maker('Alcatel', 'AL', '#6a3fa0', 'arc'),
  maker('ASUS', 'AS', '#14628c', 'disc'),
  maker('BenQ', 'BQ', '#7a2e8e', 'ringed'),
  maker('BlackBerry', 'BB', '#2b2f36', 'disc'),
  maker('Blackview', 'BV', '#4f5a3d', 'split'),
  maker('Cat', 'CAT', '#b98400', 'open'),
  maker('Coolpad', 'CP', '#0c8aa6', 'arc'),
  maker('Crosscall', 'CC', '#c8541f', 'dotted'),
  maker('Cubot', 'CU', '#2f8f83', 'disc'),
  maker('Doogee', 'DG', '#b64218', 'ringed'),
  maker('Doro', 'DO', '#a8324a', 'open'),
  maker('Energizer', 'EN', '#b03a2e', 'split'),
  maker('Essential', 'ES', '#59636f', 'arc'),
  maker('Fairphone', 'FP', '#2a8f6f', 'ringed'),
  maker('Gigaset', 'GS', '#c26a12', 'disc'),
  maker('Gionee', 'GI', '#c7761a', 'open'),
  maker('HMD', 'HMD', '#7b3fc4', 'disc'),
  maker('Honor', 'HO', '#1f8ccc', 'dotted'),
  maker('HTC', 'HTC', '#4f8a10', 'open'),
  maker('Infinix', 'IN', '#267a4a', 'split'),
  maker('iQOO', 'IQ', '#3a3f8f', 'arc'),
  maker('itel', 'IT', '#c43a3a', 'ringed'),
  maker('Jolla', 'JO', '#126e82', 'disc'),
  maker('Karbonn', 'KA', '#8c2f39', 'dotted'),
  maker('Lava', 'LA', '#b5432b', 'arc'),
  maker('Lenovo', 'LE', '#bf2f45', 'split'),
  maker('LG', 'LG', '#a4123f', 'disc'),
  maker('Light', 'LI', '#6d7480', 'open'),
  maker('Meizu', 'MZ', '#1e88a8', 'ringed'),
  maker('Micromax', 'MX', '#d4572a', 'disc'),
  maker('Nothing', 'NT', '#3b3e44', 'dotted'),
  maker('nubia', 'NU', '#8f2740', 'arc'),
  maker('Oukitel', 'OK', '#42618c', 'split'),
  maker('Palm', 'PA', '#c25b2a', 'open'),
  maker('Panasonic', 'PN', '#1d5fa8', 'dotted'),
  maker('POCO', 'PO', '#a88400', 'disc'),
  maker('Punkt', 'PU', '#50555e', 'ringed'),
  maker('Razer', 'RZ', '#3f8f29', 'arc'),
  maker('Sharp', 'SH', '#b8383d', 'split'),
  maker('Siemens', 'SI', '#148a8a', 'open'),
  maker('Symphony', 'SY', '#5a4bb0', 'disc'),
  maker('TCL', 'TCL', '#a8303a', 'ringed'),
  maker('Tecno', 'TE', '#1b74c9', 'arc'),
  maker('Ulefone', 'UL', '#8a6d1d', 'dotted'),
  maker('Umidigi', 'UM', '#2f6fb0', 'open'),
  maker('Walton', 'WA', '#1d5c9e', 'split'),
  maker('Wiko', 'WI', '#0d9488', 'disc'),
  maker('ZTE', 'ZTE', '#2b62b8', 'open'),
];

function maker(name: string, lettering: string, colour: string, style: MarkStyle): Maker {
  return { name, lettering, colour, style };
}

/** The URL of a phone with a maker's mark: `/marks/nokia-phone.svg`. Pages derive it from the mark's own path. */
export const phonePath = (of: Maker): string => markPath(of).replace('.svg', '-phone.svg');

/** The URL of a maker's mark: `/marks/nokia.svg`. */
export const markPath = ({ name }: Maker): string =>
  `/marks/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.svg`;
