CREATE TABLE "price_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"cents" integer,
	"at" timestamp with time zone NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "price_changes_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "was_cents" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "was_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_changes_by_product" ON "price_changes" USING btree ("product_id","position");
--> statement-breakpoint
CREATE TRIGGER price_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON price_changes
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What is booked is one revision of the listing.
CREATE OR REPLACE FUNCTION listing_snapshot(phone products) RETURNS jsonb
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
    'revision', phone.revision,
    'photoIds', to_jsonb(phone.image_id || phone.more_photo_ids))
$$;
