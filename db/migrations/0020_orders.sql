CREATE TABLE "order_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"role" text NOT NULL,
	"actor" uuid,
	"detail" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_log_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"state" text DEFAULT 'paid' NOT NULL,
	"fee_percent" double precision NOT NULL,
	"fee_fixed_cents" integer NOT NULL,
	"vat_percent" double precision NOT NULL,
	"fee_cents" integer NOT NULL,
	"vat_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"delivery" text DEFAULT 'meeting' NOT NULL,
	"parcel_address" text,
	"carrier" text,
	"tracking_number" text,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"return_carrier" text,
	"return_tracking_number" text,
	"return_sent_at" timestamp with time zone,
	"code_hash" text,
	"code_sealed" text,
	"wrong_codes" smallint DEFAULT 0 NOT NULL,
	"code_locked_until" timestamp with time zone,
	"checked" text[] DEFAULT '{}' NOT NULL,
	"problem" text,
	"problem_text" text,
	"buyer_has_phone" boolean DEFAULT false NOT NULL,
	"is_with_admin" boolean DEFAULT false NOT NULL,
	"due_at" timestamp with time zone,
	"cancel_due_at" timestamp with time zone,
	"cancel_asked_by" text,
	"remind_at" timestamp with time zone,
	"reminders" smallint DEFAULT 0 NOT NULL,
	"is_adopted" boolean DEFAULT false NOT NULL,
	"listed_again_as" uuid,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_amounts" CHECK (amount_cents > 0 and fee_cents between 0 and amount_cents),
	CONSTRAINT "orders_refunded" CHECK (refunded_cents between 0 and amount_cents)
);
--> statement-breakpoint
CREATE TABLE "deadline_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"ran_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "listing" jsonb;--> statement-breakpoint
ALTER TABLE "order_log" ADD CONSTRAINT "order_log_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_id_bookings_id_fk" FOREIGN KEY ("id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_listed_again_as_products_id_fk" FOREIGN KEY ("listed_again_as") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_log_by_order" ON "order_log" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "orders_by_seller" ON "orders" USING btree ("seller_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_open_by_seller" ON "orders" USING btree ("seller_id","id" DESC NULLS FIRST) WHERE state in ('paid', 'sent', 'handed_over', 'disputed', 'returning');--> statement-breakpoint
CREATE INDEX "orders_by_buyer" ON "orders" USING btree ("buyer_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("id" DESC NULLS FIRST) WHERE state in ('paid', 'sent', 'handed_over', 'disputed', 'returning');--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree (least(due_at, cancel_due_at, remind_at)) WHERE state in ('paid', 'sent', 'handed_over', 'disputed', 'returning');
--> statement-breakpoint
CREATE TRIGGER order_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_log
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A listing with everything that was said of the phone, and its seller's name: what a booking is about.
CREATE FUNCTION listing_snapshot(phone products) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  select jsonb_build_object(
    'sellerName', (select name from users where id = phone.seller_id),
    'phone', phone.phone, 'model', phone.model,
    'category', (select name from categories where id = phone.category_id),
    'deviceName', (select name from devices where id = phone.device_id),
    'condition', phone.condition, 'location', phone.location, 'buyCents', phone.buy_cents,
    'sellCents', phone.sell_cents, 'useYear', phone.use_year, 'storageGb', phone.storage_gb,
    'colour', phone.colour, 'networkLock', phone.network_lock, 'batteryHealth', phone.battery_health,
    'accessories', to_jsonb(phone.accessories), 'description', phone.description,
    'listedAt', to_char(phone.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'photoIds', to_jsonb(phone.image_id || phone.more_photo_ids))
$$;
--> statement-breakpoint
-- What is paid today becomes an order. Its sellers were told of no fee, so it has none, and it never gives money back by
-- itself; the deadlines begin now.
UPDATE bookings SET listing = listing_snapshot(products) FROM products
WHERE products.id = bookings.product_id AND bookings.state = 'paid' AND bookings.listing IS NULL;
--> statement-breakpoint
INSERT INTO orders (id, product_id, buyer_id, seller_id, amount_cents, fee_percent, fee_fixed_cents, vat_percent,
  fee_cents, vat_cents, due_at, remind_at, is_adopted, created_at)
select bookings.id, product_id, buyer_id, seller_id, bookings.sell_cents, 0, 0, 0, 0, 0,
  now() + interval '14 days', now() + interval '3 days', true, bookings.updated_at
from bookings join products on products.id = product_id
where bookings.state = 'paid'
on conflict do nothing;
--> statement-breakpoint
-- Their history begins with the payment.
INSERT INTO state_changes (id, machine, subject, from_state, to_state, role, at)
select gen_random_uuid(), 'order', id, null, 'paid', 'system', created_at from orders
where not exists (select from state_changes where machine = 'order' and subject = orders.id)
order by created_at;
