CREATE TABLE "listing_changes" (
	"product_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"facts" text[] NOT NULL,
	CONSTRAINT "listing_changes_product_id_revision_pk" PRIMARY KEY("product_id","revision")
);
--> statement-breakpoint
ALTER TABLE "listing_changes" ADD CONSTRAINT "listing_changes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;