ALTER TABLE "images" ALTER COLUMN "thumbhash" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "preview" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "short_side" integer;