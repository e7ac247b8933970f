import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

import type { ProductState } from '#contract/products-machine.ts';
import type { Product } from '#contract/products.ts';

const pageSize = 24;

/** A category's first page, as a hand-written query. */
const text = `
  select p.id, p.seller_id, p.category_id, p.model, p.phone, p.condition, p.location, p.city_id, p.buy_cents, p.sell_cents,
    p.was_cents, p.use_year, p.storage_gb, p.colour, p.battery_health, p.revision, p.state, p.created_at,
    case
      when p.state = 'reserved' then 'reserved'
      when p.sell_cents < (select below_cents from price_bounds b
        where b.device_id = p.device_id and b.condition = p.condition) then 'cheap'
      when p.created_at > now() - interval '48 hours' then 'new'
    end as mark, u.name as seller_name, u.photo_url,
    u.verified_at is not null as is_verified, i.hash, i.width, i.height, i.widths, i.avif_widths, i.preview
  from products p join (
    select id from products where category_id = $1 and state = 'live' and id < $2
    order by id desc limit ${pageSize + 1}
  ) newest on newest.id = p.id join users u on u.id = p.seller_id join images i on i.id = p.image_id
  order by p.id desc`;

const beyondEveryId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface Row {
  readonly id: string;
  readonly category_id: string;
  readonly model: string;
  readonly condition: string;
  readonly location: string;
  readonly city_id: number | null;
  readonly buy_cents: number;
  readonly sell_cents: number;
  readonly was_cents: number | null;
  readonly use_year: string;
  readonly storage_gb: number | null;
  readonly colour: string | null;
  readonly battery_health: number | null;
  readonly revision: number;
  readonly state: ProductState;
  readonly mark: Product['mark'] | null;
  readonly created_at: Date;
  readonly seller_id: string;
  readonly seller_name: string;
  readonly photo_url: string | null;
  readonly is_verified: boolean;
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
  readonly avif_widths: readonly number[];
  readonly preview: string;
}

/** `GET /products?id=<category>` */
export function baselineCatalogue(app: FastifyInstance, pool: pg.Pool): void {
  app.get<{ Querystring: { id: string } }>('/products', async (request, reply) => {
    const products = await findProducts(pool, request.query.id);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(products));
  });
}

/** The newest phones of a category, in the fields of the product's answer. */
export async function findProducts(pool: pg.Pool, categoryId: string): Promise<Product[]> {
  const values = [categoryId, beyondEveryId];
  const { rows } = await pool.query<Row>({ name: 'products', text, values });
  return rows.slice(0, pageSize).map((row) => ({
    _id: row.id,
    sellerId: row.seller_id,
    name: row.seller_name,
    seller: row.photo_url ?? '',
    image: `/images/${row.hash}.jpg`,
    picture: {
      width: row.width,
      height: row.height,
      preview: row.preview,
      srcset: row.widths.map((width) => `/images/${row.hash}-${width}.webp ${width}w`).join(', '),
      avif: row.avif_widths.map((width) => `/images/${row.hash}-${width}.avif ${width}w`).join(', '),
    },
    model: row.model,
    categoryId: row.category_id,
    condition: row.condition,
    location: row.location,
    cityId: row.city_id === null ? undefined : String(row.city_id),
    buy: row.buy_cents / 100,
    sell: row.sell_cents / 100,
    was: row.was_cents !== null && row.was_cents > row.sell_cents ? row.was_cents / 100 : undefined,
    useYear: row.use_year,
    time: row.created_at.toISOString(),
    status: row.is_verified ? 'verify' : null,
    state: row.state,
    version: row.revision,
    mark: row.mark ?? undefined,
    storageGb: row.storage_gb ?? undefined,
    colour: row.colour ?? undefined,
    batteryHealth: row.battery_health ?? undefined,
  }));
}
