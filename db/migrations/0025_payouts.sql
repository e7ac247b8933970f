CREATE TABLE "ledger_statement_rows" (
	"account" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_statement_rows_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entry_id" uuid NOT NULL,
	"order_id" uuid,
	"cents" bigint NOT NULL,
	"balance_cents" bigint NOT NULL,
	CONSTRAINT "ledger_statement_rows_account_position_pk" PRIMARY KEY("account","position")
);
--> statement-breakpoint
CREATE TABLE "payout_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_reversals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payout_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reversal_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_sellers" (
	"seller_id" uuid PRIMARY KEY NOT NULL,
	"account_id" text,
	"is_ready" boolean DEFAULT false NOT NULL,
	"is_submitted" boolean DEFAULT false NOT NULL,
	"requirements" text[] DEFAULT '{}' NOT NULL,
	"disabled_reason" text,
	"checked_at" timestamp with time zone,
	"events_read_at" timestamp with time zone,
	"bank_sealed" text,
	"bank_ending" text,
	"bank_changed_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"tried_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"method" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"order_id" uuid,
	"charge" text,
	"account_id" text,
	"transfer_id" text,
	"bank_payout_id" text,
	"export_id" uuid,
	"bank_sealed" text,
	"bank_ending" text,
	"failure_reason" text,
	"unanswered_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "processor_events" ADD COLUMN "source" text DEFAULT 'platform' NOT NULL;--> statement-breakpoint
ALTER TABLE "processor_events" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "payout_exports" ADD CONSTRAINT "payout_exports_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_reversals" ADD CONSTRAINT "payout_reversals_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_sellers" ADD CONSTRAINT "payout_sellers_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_export_id_payout_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."payout_exports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_statement_rows_entry_key" ON "ledger_statement_rows" USING btree ("entry_id","account");--> statement-breakpoint
CREATE INDEX "ledger_statement_rows_of_order" ON "ledger_statement_rows" USING btree ("account","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_reversals_one_requested" ON "payout_reversals" USING btree ("payout_id") WHERE state = 'requested';--> statement-breakpoint
CREATE UNIQUE INDEX "payout_reversals_reversal_key" ON "payout_reversals" USING btree ("reversal_id");--> statement-breakpoint
CREATE INDEX "payout_reversals_of_payout" ON "payout_reversals" USING btree ("payout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_sellers_account_key" ON "payout_sellers" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "payout_sellers_by_try" ON "payout_sellers" USING btree ("tried_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_requested_per_seller" ON "payouts" USING btree ("seller_id") WHERE state = 'requested';--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_transfer_key" ON "payouts" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "payouts_of_seller" ON "payouts" USING btree ("seller_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payouts_of_order" ON "payouts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payouts_by_bank_payout" ON "payouts" USING btree ("bank_payout_id");--> statement-breakpoint
CREATE INDEX "payouts_under_way" ON "payouts" USING btree ("id") WHERE state in ('requested', 'sent');--> statement-breakpoint
CREATE INDEX "payouts_manual" ON "payouts" USING btree ("id" DESC NULLS FIRST) WHERE method = 'manual';--> statement-breakpoint
CREATE INDEX "payouts_of_export" ON "payouts" USING btree ("export_id");--> statement-breakpoint
CREATE INDEX "ledger_balances_of_paid_sellers" ON "ledger_balances" USING btree ("account") WHERE account like 'seller:%' and balance_cents > 0;--> statement-breakpoint
CREATE INDEX "ledger_balances_of_indebted_sellers" ON "ledger_balances" USING btree ("account") WHERE account like 'seller:%' and balance_cents < 0;--> statement-breakpoint
-- What has happened so far, in its order.
INSERT INTO ledger_statement_rows (account, entry_id, order_id, cents, balance_cents)
SELECT account, id, order_id, cents, sum(cents) over (partition by account order by id)
FROM (
  SELECT to_account AS account, id, order_id, amount_cents AS cents FROM ledger_entries WHERE to_account LIKE 'seller:%'
  UNION ALL
  SELECT from_account, id, order_id, -amount_cents FROM ledger_entries WHERE from_account LIKE 'seller:%'
) AS rows_of_sellers
ORDER BY id;
--> statement-breakpoint
CREATE FUNCTION add_to_ledger_statement(changed text, entry ledger_entries, change bigint) RETURNS void
LANGUAGE plpgsql AS $$
begin
  insert into ledger_statement_rows (account, entry_id, order_id, cents, balance_cents)
  select changed, entry.id, entry.order_id, change, balance_cents from ledger_balances where account = changed;
end
$$;
--> statement-breakpoint
-- The balance's row is locked by its update: of one account, positions are given in the order of the balances.
CREATE OR REPLACE FUNCTION keep_ledger_balances() RETURNS trigger
LANGUAGE plpgsql AS $$
begin
  if new.from_account like '%:%' then
    perform add_to_ledger_balance(new.from_account, -new.amount_cents);
  end if;
  if new.from_account like 'seller:%' then
    perform add_to_ledger_statement(new.from_account, new, -new.amount_cents);
  end if;
  if new.to_account like '%:%' then
    perform add_to_ledger_balance(new.to_account, new.amount_cents);
  end if;
  if new.to_account like 'seller:%' then
    perform add_to_ledger_statement(new.to_account, new, new.amount_cents);
  end if;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_statement_rows_by_journal BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON ledger_statement_rows
FOR EACH STATEMENT EXECUTE FUNCTION refuse_balance_by_hand();
