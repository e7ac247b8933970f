CREATE TABLE "charge_issues" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"problem" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"booking_id" uuid,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"charged_at" timestamp with time zone NOT NULL,
	"failures_allowed" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_reading" (
	"id" text PRIMARY KEY NOT NULL,
	"read_to" timestamp with time zone,
	"read_whole_at" timestamp with time zone,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"refund_id" text,
	"amount_cents" integer NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"failure_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "charge_issues" ADD CONSTRAINT "charge_issues_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "charge_issues_transaction_key" ON "charge_issues" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "charge_issues_unsettled" ON "charge_issues" USING btree ("id" DESC NULLS FIRST) WHERE state in ('open', 'refunding');--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_per_attempt" ON "refunds" USING btree ("transaction_id","attempt");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_refund_key" ON "refunds" USING btree ("refund_id");