CREATE TABLE "ledger_days" (
	"day" date NOT NULL,
	"account" text NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "ledger_days_day_account_pk" PRIMARY KEY("day","account")
);
--> statement-breakpoint
CREATE TABLE "ledger_differences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"reason" text NOT NULL,
	"processor_cents" bigint NOT NULL,
	"ledger_cents" bigint NOT NULL,
	"source" text,
	"charge" text,
	"order_id" uuid,
	"happened_at" timestamp with time zone NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"explanation" text,
	"explained_by" uuid,
	"explained_at" timestamp with time zone,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "processor_movements" (
	"transaction_id" text NOT NULL,
	"key" text NOT NULL,
	"cents" bigint NOT NULL,
	"type" text NOT NULL,
	"source" text,
	"charge" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "processor_movements_transaction_id_key_pk" PRIMARY KEY("transaction_id","key")
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"requested_by" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"failure" text,
	"movements" integer DEFAULT 0 NOT NULL,
	"read_to" timestamp with time zone,
	"ledger_cents" bigint,
	"processor_cents" bigint,
	"differences" integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_differences_open" ON "ledger_differences" USING btree ("key") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "ledger_differences_closed" ON "ledger_differences" USING btree ("id" DESC NULLS FIRST) WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "processor_movements_by_key" ON "processor_movements" USING btree ("key");--> statement-breakpoint
CREATE INDEX "processor_movements_by_time" ON "processor_movements" USING brin ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliations_one_running" ON "reconciliations" USING btree ((ended_at is null)) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "ledger_entries_by_time" ON "ledger_entries" USING brin ("at");