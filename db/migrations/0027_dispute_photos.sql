CREATE TABLE "order_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"statement_id" uuid,
	"place" smallint DEFAULT 0 NOT NULL,
	"file" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"preview" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_photos" ADD CONSTRAINT "order_photos_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_photos" ADD CONSTRAINT "order_photos_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_photos" ADD CONSTRAINT "order_photos_statement_id_order_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."order_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_photos_by_order" ON "order_photos" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_photos_unused" ON "order_photos" USING btree ("created_at") WHERE statement_id is null;--> statement-breakpoint
-- Evidence stays as it was shown.
CREATE FUNCTION keep_shown_photo() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'a photo that was shown in a dispute cannot be changed';
end
$$;
--> statement-breakpoint
CREATE TRIGGER order_photos_shown BEFORE UPDATE OR DELETE ON order_photos
FOR EACH ROW WHEN (old.statement_id is not null) EXECUTE FUNCTION keep_shown_photo();
--> statement-breakpoint
CREATE TRIGGER order_photos_no_truncate BEFORE TRUNCATE ON order_photos
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
