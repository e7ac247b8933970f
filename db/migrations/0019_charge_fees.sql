CREATE TABLE "charge_fees" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"fee_cents" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "charge_fees_unknown" ON "charge_fees" USING btree ("created_at") WHERE fee_cents is null;
--> statement-breakpoint
-- Of charges that are in the ledger already the fee is asked for as well.
INSERT INTO charge_fees (transaction_id)
SELECT DISTINCT charge FROM ledger_entries
WHERE kind IN ('charge-settled', 'charge-unallocated') AND charge IS NOT NULL;
