-- without a transaction
-- The indexes that migrations since 0011 made of large tables, and no longer make: installations that have them skip them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_by_place" ON "products" USING btree ("place_key") WHERE state <> 'removed' and taken_down_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_live_by_city" ON "products" USING btree ("city_id","id" DESC NULLS FIRST) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_live_by_category_city" ON "products" USING btree ("category_id","city_id","id" DESC NULLS FIRST) WHERE state = 'live';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_by_was_until" ON "products" USING btree ("was_until") WHERE was_until is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_by_model" ON "products" USING gin ("model" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_by_state" ON "products" USING btree ("state","id" DESC NULLS FIRST) WHERE state <> 'live';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_by_price" ON "products" USING btree ("sell_cents","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bookings_waiting" ON "bookings" USING btree ("buyer_id","product_id") WHERE rebook_after is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bookings_paid_by_buyer_phone" ON "bookings" USING btree (regexp_replace(phone, '[^0-9]', '', 'g'),"id" DESC NULLS FIRST) WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bookings_paid_by_seller_phone" ON "bookings" USING btree (regexp_replace(listing ->> 'phone', '[^0-9]', '', 'g'),"id" DESC NULLS FIRST) WHERE state = 'paid';
