CREATE TABLE "cities" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"label" text NOT NULL,
	"label_key" text NOT NULL,
	"country" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"population" integer NOT NULL,
	"area" integer GENERATED ALWAYS AS ((floor(latitude)::integer + 90) * 360 + floor(longitude)::integer + 180) STORED NOT NULL
);
--> statement-breakpoint
-- As a part of the new column, which is empty, the foreign key needs no look at the rows.
ALTER TABLE "products" ADD COLUMN "city_id" integer CONSTRAINT "products_city_id_cities_id_fk" REFERENCES "public"."cities"("id");--> statement-breakpoint
CREATE INDEX "cities_by_label" ON "cities" USING btree ("label_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "cities_by_position" ON "cities" USING btree ("latitude","longitude");
--> statement-breakpoint
-- How far two places in degrees are from each other along the earth's surface, by the haversine formula: within 0.5 per
-- cent of the true distance, since the earth is no sphere. The application never repeats it: it asks for it.
CREATE FUNCTION distance_metres(latitude float8, longitude float8, from_latitude float8, from_longitude float8)
RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select round(2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians(latitude - from_latitude) / 2) ^ 2
      + cos(radians(latitude)) * cos(radians(from_latitude)) * sin(radians(longitude - from_longitude) / 2) ^ 2
  ))))::integer
$$;
--> statement-breakpoint
-- As before, and the area of the city as a lexeme: a search around a place names the areas that it reaches into.
CREATE OR REPLACE FUNCTION write_product_search() RETURNS trigger
LANGUAGE plpgsql AS $$
declare
  maker text;
begin
  select name into maker from categories where id = new.category_id;
  new.place_key := nullif(search_normal(new.location), '');
  new.search_document := product_search_document(coalesce(maker, ''), new);
  if new.city_id is not null then
    new.search_document := new.search_document
      || array_to_tsvector(array(select '=area:' || area from cities where id = new.city_id));
  end if;
  if new.place_key is not null and not exists (select from places where key = new.place_key) then
    insert into places (key, label) values (new.place_key, new.location) on conflict do nothing;
  end if;
  return new;
end
$$;
--> statement-breakpoint
DROP TRIGGER products_write_search ON products;
--> statement-breakpoint
CREATE TRIGGER products_write_search
BEFORE INSERT OR UPDATE OF model, location, city_id, description, category_id, condition, storage_gb, colour, network_lock, sell_cents
ON products FOR EACH ROW EXECUTE FUNCTION write_product_search();
