CREATE INDEX "products_by_model" ON "products" USING gin ("model" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_by_state" ON "products" USING btree ("state","id" DESC NULLS FIRST) WHERE state <> 'live';--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("sell_cents","id");--> statement-breakpoint
CREATE INDEX "reports_decided" ON "reports" USING btree ("state","id" DESC NULLS FIRST) WHERE state <> 'open';