DROP INDEX "cities_by_position";--> statement-breakpoint
ALTER TABLE "cities" ADD COLUMN "is_used" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "cities_used_by_position" ON "cities" USING btree ("latitude","longitude") WHERE is_used;--> statement-breakpoint
UPDATE cities SET is_used = true WHERE id IN (SELECT city_id FROM products);
--> statement-breakpoint
-- As before, and marks the city as used: the walk from city to city leaves out the many that never had a phone.
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
    update cities set is_used = true where id = new.city_id and not is_used;
  end if;
  if new.place_key is not null and not exists (select from places where key = new.place_key) then
    insert into places (key, label) values (new.place_key, new.location) on conflict do nothing;
  end if;
  return new;
end
$$;
