CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"category_id" uuid NOT NULL,
	"model" text NOT NULL,
	"name" text NOT NULL,
	"year" integer NOT NULL,
	"storage_gb" integer[] NOT NULL,
	"colours" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "places" (
	"key" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"kind" text NOT NULL,
	"term" text NOT NULL,
	"label" text NOT NULL,
	"weight" integer NOT NULL,
	CONSTRAINT "search_terms_kind_term_pk" PRIMARY KEY("kind","term")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "device_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "storage_gb" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "colour" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "network_lock" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "battery_health" smallint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "accessories" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "more_photo_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_document" "tsvector" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "devices_slug_key" ON "devices" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "devices_by_category" ON "devices" USING btree ("category_id","year" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_terms_similar" ON "search_terms" USING gin (term gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search_document") WHERE state = 'live';--> statement-breakpoint
CREATE INDEX "products_live_by_price" ON "products" USING btree ("sell_cents","id" DESC NULLS FIRST) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX "products_live_by_device" ON "products" USING btree ("device_id","id" DESC NULLS FIRST) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX "products_by_more_photos" ON "products" USING gin ("more_photo_ids");
--> statement-breakpoint
-- How text is compared everywhere in the search: lower case, without accents, words of letters and digits only, and
-- "pixel8pro" as "pixel 8 pro". The application never repeats it: it asks for it.
CREATE FUNCTION search_normal(source text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select trim(regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(lower(public.unaccent('public.unaccent', replace(source, '+', ' plus '))), '[^[:alnum:]]+', ' ', 'g'),
        '([[:alpha:]]{3,})([0-9])', '\1 \2', 'g'),
      '([0-9])([[:alpha:]]{3,})', '\1 \2', 'g'),
    ' +', ' ', 'g'))
$$;
--> statement-breakpoint
-- What is searched of a phone: its words by weight, and one lexeme for each facet value.
CREATE FUNCTION product_search_document(maker text, phone products) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select setweight(to_tsvector('simple', search_normal(maker || ' ' || phone.model)), 'A')
    || setweight(to_tsvector('simple', search_normal(phone.location)), 'B')
    || setweight(to_tsvector('simple', search_normal(phone.description)), 'D')
    || array_to_tsvector(array_remove(array[
      '=category:' || phone.category_id,
      '=condition:' || phone.condition,
      '=storage:' || phone.storage_gb,
      '=colour:' || phone.colour,
      '=network:' || phone.network_lock,
      '=place:' || nullif(search_normal(phone.location), '')
    ], null))
$$;
--> statement-breakpoint
CREATE FUNCTION write_product_search() RETURNS trigger
LANGUAGE plpgsql AS $$
declare
  maker text;
  place text := search_normal(new.location);
begin
  select name into maker from categories where id = new.category_id;
  new.search_document := product_search_document(coalesce(maker, ''), new);
  if place <> '' and not exists (select from places where key = place) then
    insert into places (key, label) values (place, new.location) on conflict do nothing;
  end if;
  return new;
end
$$;
--> statement-breakpoint
CREATE TRIGGER products_write_search
BEFORE INSERT OR UPDATE OF model, location, description, category_id, condition, storage_gb, colour, network_lock
ON products FOR EACH ROW EXECUTE FUNCTION write_product_search();
--> statement-breakpoint
-- Phones that were listed before.
UPDATE products SET model = model;
