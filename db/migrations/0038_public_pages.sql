CREATE TABLE "price_bounds" (
	"device_id" uuid NOT NULL,
	"condition" text NOT NULL,
	"below_cents" integer NOT NULL,
	CONSTRAINT "price_bounds_device_id_condition_pk" PRIMARY KEY("device_id","condition")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "city" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "about" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "languages" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "price_bounds" ADD CONSTRAINT "price_bounds_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;