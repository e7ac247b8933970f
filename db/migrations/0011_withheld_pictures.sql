DROP INDEX "users_by_photo";--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "withheld_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_by_photo_hash" ON "users" USING btree (substring(photo_url from '/images/([0-9a-f]{64})[.-]'));