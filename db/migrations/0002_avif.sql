ALTER TABLE "images" ADD COLUMN "avif_widths" integer[];--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "avif_attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "images_without_avif" ON "images" USING btree ("avif_attempts","id") WHERE avif_widths is null and state = 'stored';
