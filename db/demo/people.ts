import type { Portrait } from './portrait.ts';

export type DemoPerson = {
  name: string;
  email: string;
  password: string;
  userType: 'Seller' | 'Buyer';
  isVerified: boolean;
  /** Where a seller's phones are. */
  location: string;
  phone: string;
  /** Days before the time of the seed: before any of the demo's phones was listed. */
  joinedDaysAgo: number;
  portrait: Portrait;
};

const mint = '#cfe0d6';
const sand = '#f1d9c4';
const lilac = '#d8d3ea';
const mist = '#cfdcea';

/** The sellers' places in the list of cities (`db/cities`), if their name differs there. */
export const demoCityIds: ReadonlyMap<string, number> = new Map([
  ['Dhaka', 1185241],
  ['Chattogram', 1205733],
  ['Sylhet', 1185099],
  ['Berlin', 2950159],
  ['Lagos', 2332459],
  ['Khulna', 1336135],
  ['Manchester', 2643123],
  ['Madrid', 3117735],
  ['Osaka', 1853909],
  ['Rajshahi', 1185128],
]);

/** How mobile numbers begin in the sellers' places abroad. */
const mobilePrefixes: ReadonlyMap<string, string> = new Map([
  ['Berlin', '+49 1511 '],
  ['Lagos', '+234 803 '],
  ['Manchester', '+44 7700 '],
  ['Madrid', '+34 611 '],
  ['Osaka', '+81 90 '],
]);

/** Sellers first: `demoPhones[].seller` is an index into this list. */
export const demoPeople: readonly DemoPerson[] = [
  seller('Selina Rahman', 'seller', true, 'Dhaka', {
    backdrop: mint,
    skin: '#c68a5e',
    hair: '#1d1a1a',
    clothes: '#0b6b50',
    style: 'long',
  }),
  seller('Tanvir Hossain', 'tanvir.hossain', true, 'Chattogram', {
    backdrop: sand,
    skin: '#b97b4f',
    hair: '#1d1a1a',
    clothes: '#3b5b8c',
    style: 'short',
    beard: true,
  }),
  seller('Nusrat Jahan', 'nusrat.jahan', false, 'Sylhet', {
    backdrop: lilac,
    skin: '#d9a57c',
    hair: '#2f6f73',
    clothes: '#7a4b6c',
    style: 'scarf',
  }),
  seller('Jonas Weber', 'jonas.weber', true, 'Berlin', {
    backdrop: mist,
    skin: '#f0c9a8',
    hair: '#8a5a2b',
    clothes: '#b65432',
    style: 'short',
    glasses: true,
  }),
  seller('Amara Okafor', 'amara.okafor', true, 'Lagos', {
    backdrop: sand,
    skin: '#8d5a3a',
    hair: '#1d1a1a',
    clothes: '#c78a1e',
    style: 'curly',
  }),
  seller('Rafiq Islam', 'rafiq.islam', false, 'Khulna', {
    backdrop: mint,
    skin: '#a56c45',
    hair: '#6b6660',
    clothes: '#4a5560',
    style: 'bald',
    beard: true,
  }),
  seller('Emily Carter', 'emily.carter', true, 'Manchester', {
    backdrop: lilac,
    skin: '#f3d3b8',
    hair: '#8a4b22',
    clothes: '#3b6b5c',
    style: 'bob',
    glasses: true,
  }),
  seller('Diego Fernández', 'diego.fernandez', false, 'Madrid', {
    backdrop: mist,
    skin: '#d9a57c',
    hair: '#2a211c',
    clothes: '#2f5d8a',
    style: 'cap',
  }),
  seller('Mei Tanaka', 'mei.tanaka', true, 'Osaka', {
    backdrop: sand,
    skin: '#f0c9a8',
    hair: '#1d1a1a',
    clothes: '#6a4b8c',
    style: 'bun',
  }),
  seller('Farhan Kabir', 'farhan.kabir', false, 'Rajshahi', {
    backdrop: mint,
    skin: '#b97b4f',
    hair: '#1d1a1a',
    clothes: '#8c3f3f',
    style: 'curly',
    glasses: true,
  }),

  buyer('Bashir Ahmed', 'buyer', {
    backdrop: mist,
    skin: '#b97b4f',
    hair: '#2a211c',
    clothes: '#0b6b50',
    style: 'short',
  }),
  buyer('Lena Fischer', 'lena.fischer', {
    backdrop: lilac,
    skin: '#f3d3b8',
    hair: '#c79a4b',
    clothes: '#3b5b8c',
    style: 'long',
  }),
  buyer('Sadia Karim', 'sadia.karim', {
    backdrop: mint,
    skin: '#c68a5e',
    hair: '#7a3f5c',
    clothes: '#4a5560',
    style: 'scarf',
  }),
  buyer('Kwame Mensah', 'kwame.mensah', {
    backdrop: sand,
    skin: '#7a4b30',
    hair: '#1d1a1a',
    clothes: '#2f5d8a',
    style: 'bald',
    glasses: true,
  }),
  buyer('Priya Nair', 'priya.nair', {
    backdrop: lilac,
    skin: '#b97b4f',
    hair: '#1d1a1a',
    clothes: '#b65432',
    style: 'bun',
  }),
  buyer('Oliver Hughes', 'oliver.hughes', {
    backdrop: mist,
    skin: '#f0c9a8',
    hair: '#6b4a2b',
    clothes: '#6a4b8c',
    style: 'cap',
  }),
];

function seller(
  name: string,
  mailbox: string,
  isVerified: boolean,
  location: string,
  portrait: Portrait,
): DemoPerson {
  return { ...person(name, mailbox, 'Seller1234', location, portrait), userType: 'Seller', isVerified };
}

function buyer(name: string, mailbox: string, portrait: Portrait): DemoPerson {
  return {
    ...person(name, mailbox, 'Buyer1234', 'Dhaka', portrait),
    userType: 'Buyer',
    isVerified: false,
  };
}

function person(
  name: string,
  mailbox: string,
  password: string,
  location: string,
  portrait: Portrait,
): Omit<DemoPerson, 'userType' | 'isVerified'> {
  const digits = Array.from(mailbox).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_000,
    7,
  );
  return {
    name,
    email: `${mailbox}@example.com`,
    password,
    location,
    phone: `${mobilePrefixes.get(location) ?? '01711'}${String(digits).padStart(6, '0')}`,
    joinedDaysAgo: 60 + (digits % 600),
    portrait,
  };
}
