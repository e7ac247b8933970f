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
ALTER TABLE "products" ADD COLUMN "place_key" text;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "devices_slug_key" ON "devices" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "devices_by_category" ON "devices" USING btree ("category_id","year" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "places_similar" ON "places" USING gin (key gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_terms_similar" ON "search_terms" USING gin (term gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search_document") WITH (fastupdate=false) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX "products_live_by_price" ON "products" USING btree ("sell_cents","id" DESC NULLS FIRST) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX "products_live_by_category_price" ON "products" USING btree ("category_id","sell_cents","id" DESC NULLS FIRST) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX "products_live_by_device" ON "products" USING btree ("device_id","id" DESC NULLS FIRST) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX "products_by_more_photos" ON "products" USING gin ("more_photo_ids");
--> statement-breakpoint
-- How text is compared everywhere in the search: lower case, without accents, words of letters and digits only,
-- "pixel8pro" as "pixel 8 pro" and "128 GB" as "128gb". The application never repeats it: it asks for it. What is a
-- letter is said by code points and not by the locale, which under "C" would know no letters but ours; for the same
-- reason Cyrillic, Greek and the digits of Bengali and Arabic are translated here.
CREATE FUNCTION search_normal(source text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select trim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    translate(
      lower(public.unaccent('public.unaccent', replace(
        case when octet_length(source) = length(source) then source else normalize(source, NFKC) end, '+', ' plus '))),
      'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЇЄҐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩς০১২৩৪৫৬৭৮৯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'
        || U&'\0027\2019\02BC\00AD\200B\200C\200D\FEFF',
      'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґαβγδεζηθικλμνξοπρστυφχψωσ012345678901234567890123456789'),
    '[^0-9a-z\u00AA\u00B5\u00BA\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u060B\u060D-\u061A\u0620-\u0669\u066E-\u06D3\u06D5-\u0963\u0966-\u1FFF\u2C00-\u2DFF\u3040-\uD7FF\uF900-\uFDFF\uFE70-\uFEFE\uFF21-\uFFDC\U00010000-\U0001EFFF\U00020000-\U0003FFFF]+', ' ', 'g'),
    '([^0-9 ]{3,})(?=[0-9])', '\1 ', 'g'),
    '([0-9])(?=[^0-9 ]{3,})', '\1 ', 'g'),
    '([0-9]) (?=[gt]b( |$))', '\1', 'g'))
$$;
--> statement-breakpoint
-- The words of a text as PostgreSQL's own parser would number them, which parts words where the locale does not know
-- their letters. A word longer than a question may be is cut, since a lexeme of over 2,046 bytes is refused.
CREATE FUNCTION search_vector(source text, weight text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce(string_agg(left(word, 200) || ':' || least(place, 16383) || weight, ' '), '')::tsvector
  from unnest(string_to_array(nullif(search_normal(source), ''), ' ')) with ordinality as words (word, place)
$$;
--> statement-breakpoint
-- The step of a price on a ladder of 7 per cent: as lexemes, steps let one index answer words and prices together,
-- which two partial indexes never do.
CREATE FUNCTION search_price_step(cents integer) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ select floor(15 * ln(greatest(cents, 1)::float8))::integer $$;
--> statement-breakpoint
-- What is searched of a phone: its words by weight, and one lexeme for each facet value.
CREATE FUNCTION product_search_document(maker text, phone products) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select search_vector(maker || ' ' || phone.model, 'A')
    || search_vector(phone.location, 'B')
    || search_vector(concat_ws(' ', phone.colour, phone.condition, phone.network_lock,
         case when phone.storage_gb >= 1024 then phone.storage_gb / 1024 || 'tb' else phone.storage_gb || 'gb' end), 'C')
    || search_vector(phone.description, 'D')
    || array_to_tsvector(array_remove(array[
      '=category:' || phone.category_id,
      '=condition:' || phone.condition,
      '=storage:' || phone.storage_gb,
      '=colour:' || phone.colour,
      '=network:' || phone.network_lock,
      '=place:' || phone.place_key,
      '=price:' || search_price_step(phone.sell_cents)
    ], null))
$$;
--> statement-breakpoint
CREATE FUNCTION write_product_search() RETURNS trigger
LANGUAGE plpgsql AS $$
declare
  maker text;
begin
  select name into maker from categories where id = new.category_id;
  new.place_key := nullif(search_normal(new.location), '');
  new.search_document := product_search_document(coalesce(maker, ''), new);
  if new.place_key is not null and not exists (select from places where key = new.place_key) then
    insert into places (key, label) values (new.place_key, new.location) on conflict do nothing;
  end if;
  return new;
end
$$;
--> statement-breakpoint
CREATE TRIGGER products_write_search
BEFORE INSERT OR UPDATE OF model, location, description, category_id, condition, storage_gb, colour, network_lock, sell_cents
ON products FOR EACH ROW EXECUTE FUNCTION write_product_search();
--> statement-breakpoint
-- Phones that were listed before.
UPDATE products SET model = model;
