CREATE TABLE "chargebacks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"state" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"fee_cents" integer NOT NULL,
	"due_at" timestamp with time zone,
	"evidence" text,
	"is_answered" boolean NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "chargebacks_dispute_key" ON "chargebacks" USING btree ("dispute_id");--> statement-breakpoint
CREATE INDEX "chargebacks_by_charge" ON "chargebacks" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "chargebacks_undecided" ON "chargebacks" USING btree ("id" DESC NULLS FIRST) WHERE state in ('inquiry', 'open');