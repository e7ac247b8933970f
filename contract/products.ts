/** Categories and the phones in them. */
import * as z from 'zod/mini';

import { alsoSuspended, anyone, anyoneIdentified, ownOrAdmin, sellerOwn, signedIn } from './access.ts';
import { CityId } from './cities.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById, Id, isId } from './id.ts';
import { Picture } from './media.ts';
import { maxPageSize, pageQuery } from './page.ts';
import { AllPhoneFacts, CardMark, NewPhoneFacts, PhoneFacts, SellerFilter } from './phone-facts.ts';
import { PictureInfo } from './picture.ts';
import { Price } from './price.ts';
import { productStates } from './products-machine.ts';
import { ownFilter } from './products-table.ts';
import { Deleted, Inserted, notAcknowledged } from './replies.ts';
import { Line, PhoneNumber, Text } from './text.ts';

export const conditions = ['Fresh Condition', 'Good Condition', 'Bad Condition'] as const;
export const defaultCondition = conditions[0];

/** Phones that one seller may list in 24 hours, before `RATE_LIMIT_FACTOR`. */
export const maxProductsPerDay = 200;

export const Category = z.object({ _id: z.string(), category: z.string(), img: z.string() });
export type Category = z.infer<typeof Category>;

export const Product = z.object({
  _id: z.string(),
  /** The seller's id, as in the URL of their public page. */
  sellerId: z.string(),
  name: z.string(),
  /** Only for the owner and admins. */
  email: z.optional(z.string()),
  seller: z.string(),
  image: z.string(),
  picture: z.optional(PictureInfo),
  model: z.string(),
  categoryId: z.string(),
  /** Only for the owner and admins. */
  phone: z.optional(z.string()),
  condition: z.string(),
  location: z.string(),
  /** The id of the city that the seller chose as the place. */
  cityId: z.optional(z.string()),
  /** The distance from the city of the search. */
  distanceKm: z.optional(z.number()),
  buy: z.number(),
  sell: z.number(),
  /** The price before it was lowered; only shown for a while. */
  was: z.optional(z.number()),
  useYear: z.string(),
  time: z.string(),
  status: z.nullable(z.string()),
  state: z.enum(productStates),
  mark: z.optional(CardMark),
  isAdvertised: z.optional(z.boolean()),
  /** Until when a buyer holds it unpaid. Only for the owner and admins. */
  heldUntil: z.optional(z.string()),
  /**
   * Increases with every change that its seller makes. A booking that contains it is refused if buyers would see
   * something else now.
   */
  version: z.optional(z.number()),
  /** When it entered its state; absent while it is for sale. Only for the owner and admins. */
  since: z.optional(z.string()),
  /** The id of the order of a phone that was bought here. Only for the owner and admins. */
  orderId: z.optional(z.string()),
  /** Whether it can be listed again: not for sale any more, and not listed again yet. Only for the owner and admins. */
  canListAgain: z.optional(z.boolean()),
  ...PhoneFacts,
});
export type Product = z.infer<typeof Product>;

/** The least length of the shorter side of a phone's photo, in pixels, as uploaded. */
export const minPhotoSide = 400;

/** Photos that one phone may have; the first is `image`. */
export const maxPhotos = 10;

/** A phone with everything that its own page shows. */
export const ProductDetails = z.extend(Product, {
  category: z.string(),
  /** All photos in the seller's order; the first is `image`. */
  photos: z.array(Picture),
  deviceName: z.optional(z.string()),
  ...AllPhoneFacts,
  accessories: z.array(z.string()),
  description: z.string(),
  /** When the seller joined. */
  sellerSince: z.string(),
  /** Only of a sold phone. */
  soldAt: z.optional(z.string()),
});
export type ProductDetails = z.infer<typeof ProductDetails>;

/** A model of the catalogue: what a seller may choose instead of typing. */
export const Device = z.object({
  _id: z.string(),
  /** Maker and model as one name: "Samsung Galaxy S22 Ultra". */
  name: z.string(),
  model: z.string(),
  categoryId: z.string(),
  year: z.number(),
  storageGb: z.array(z.number()),
  colours: z.array(z.string()),
});
export type Device = z.infer<typeof Device>;

const longestUse = 100;

/** Words such as "a few months" are years of use as well. */
const isPossibleUse = (text: string): boolean => {
  const years = Number(text.replace(',', '.'));
  return Number.isNaN(years) || (years >= 0 && years <= longestUse);
};

const Years = z.pipe(
  z.union([z.string(), z.number()], 'Please tell How Much used'),
  z.pipe(
    z.transform(String),
    Line('The years of use', 'Please tell How Much used', 20).check(
      z.refine(isPossibleUse, `The years of use are a number from 0 to ${longestUse}`),
    ),
  ),
);

/** What the server knows about the seller is optional here and never stored from the body. */
export const NewProduct = z.object({
  email: z.optional(z.string()),
  image: Text('The photo address', 'Please Select Photo', 500),
  model: Line('The phone model', 'Please enter Phone model', 80),
  categoryId: z.string('Please Select Category').check(z.minLength(1, 'Please Select Category')),
  phone: PhoneNumber('Your Phone Number'),
  condition: z.enum(conditions, 'Please Select Condition'),
  location: Line('The city', 'Enter Your City', 80),
  /** The id of the city in `location`; without it the phone has no distance from anywhere. */
  cityId: z.nullish(CityId),
  buy: Price('tell Buying Price'),
  sell: Price('Please Provide selling price'),
  useYear: Years,
  /** All photos in order, the first the same as `image`; if absent, `image` is the only one. */
  photos: z.nullish(
    z
      .array(Text('The photo address', 'Please Select Photo', 500), 'The photos are a list of addresses')
      .check(z.maxLength(maxPhotos, `A phone has at most ${maxPhotos} photos`)),
  ),
  ...NewPhoneFacts,
});
export type NewProduct = z.infer<typeof NewProduct>;

export const productErrors = {
  'products.category-not-found': [404, 'There is no such category.'],
  'products.not-found': [404, 'There is no such phone.'],
  'products.taken-down': [404, 'This listing was removed.'],
  'products.device-unknown': [400, 'There is no such model in the catalogue.'],
  'products.device-of-another-category': [400, 'This model does not belong to the category that you chose.'],
  'products.photos-disagree': [
    400,
    'The first photo must be the one in image, and no photo may appear twice.',
  ],
  'products.category-unknown': [400, 'Please Select Category'],
  'products.city-unknown': [400, 'There is no such city in the list.'],
  'products.image-unknown': [400, 'Please Select Photo'],
  'products.photo-too-small': [
    400,
    `This photo is too small: its shorter side must have at least ${minPhotoSide} pixels.`,
  ],
  'products.too-many-today': [
    429,
    'You have reached the limit of new listings in one day. Please continue tomorrow.',
  ],
} as const satisfies ErrorTable;

export const listCategories = endpoint({
  method: 'GET',
  path: '/category',
  summary: 'All categories at once',
  access: anyone,
  reply: z.array(Category),
});

export const Market = z.object({
  /** For each category with phones for sale: its id and their number. */
  categories: z.array(z.object({ _id: z.string(), count: z.number() })),
  /** The models with the most phones for sale, most first, as search texts. */
  models: z.array(z.object({ name: z.string(), count: z.number() })),
});
export type Market = z.infer<typeof Market>;

export const getMarket = endpoint({
  method: 'GET',
  path: '/market',
  summary: 'How much is for sale: phones of each category, and the models offered most; up to a minute old',
  access: anyone,
  reply: Market,
});

export const getCategory = endpoint({
  method: 'GET',
  path: '/category/:_id',
  summary: 'One category',
  access: anyone,
  params: ById,
  reply: Category,
  errors: productErrors,
});

export const listProducts = endpoint({
  method: 'GET',
  path: '/products',
  summary:
    'Live phones, newest first: of a category (`id`), of a seller (`email`, or `seller` with booked ones) or all; own and admin see every state by `email`, and can search, filter and sort',
  access: anyoneIdentified,
  query: z.object({ ...pageQuery, id: z.optional(Id), ...SellerFilter, ...ownFilter }),
  reply: z.array(Product),
  paged: true,
  errors: productErrors,
});

export const getProduct = endpoint({
  method: 'GET',
  path: '/products/:_id',
  summary: 'One phone with all its facts, live, booked or sold; a phone that was taken out is 404',
  access: anyone,
  params: ById,
  reply: ProductDetails,
  errors: productErrors,
});

export const listSimilar = endpoint({
  method: 'GET',
  path: '/products/:_id/similar',
  summary: 'Up to 8 live phones like this one: the same model first, then its category at a near price',
  access: anyone,
  params: ById,
  reply: z.array(Product),
  errors: productErrors,
});

/** Ids separated by commas; a text that cannot be an id matches nothing. */
const Ids = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(',').filter(isId)),
    z.array(z.string()).check(z.maxLength(maxPageSize, `ids are at most ${maxPageSize}`)),
  ),
);

export const listOwnIds = endpoint({
  method: 'GET',
  path: '/own-products',
  summary: 'Which of the phones asked about are one’s own: public lists are the same for everybody',
  access: alsoSuspended(signedIn),
  query: z.object({ ids: Ids }),
  reply: z.array(z.string()),
});

export const listDevices = endpoint({
  method: 'GET',
  path: '/devices',
  summary: 'The catalogue’s models of a category, newest first; all at once',
  access: anyone,
  query: z.object({ categoryId: Id }),
  reply: z.array(Device),
  errors: productErrors,
});

export const addProduct = endpoint({
  method: 'POST',
  path: '/products',
  summary: 'List a phone; `image` is a picture uploaded to `POST /images`',
  access: sellerOwn('body.email'),
  body: NewProduct,
  reply: Inserted,
  errors: productErrors,
  refusal: notAcknowledged,
  // A program of the seller's own may list a day's 200 phones at once.
  rateLimit: perPerson(300, 60),
});

export const removeProduct = endpoint({
  method: 'DELETE',
  path: '/products/:_id',
  summary:
    'Take a phone out; ends its advertisement and frees an unpaid booking, a sold phone keeps its order',
  access: ownOrAdmin('params._id'),
  params: ById,
  reply: Deleted,
  errors: productErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});
