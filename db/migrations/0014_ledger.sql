CREATE TABLE "ledger_balances" (
	"account" text PRIMARY KEY NOT NULL,
	"balance_cents" bigint NOT NULL,
	CONSTRAINT "ledger_balances_of_orders" CHECK (account not like 'order:%' or balance_cents >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"side" text NOT NULL,
	"from_account" text NOT NULL,
	"to_account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"order_id" uuid,
	"charge" text,
	"actor" uuid,
	"idempotency_key" text NOT NULL,
	"reverses" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_amount" CHECK (amount_cents > 0),
	CONSTRAINT "ledger_entries_two_accounts" CHECK (from_account <> to_account),
	CONSTRAINT "ledger_entries_owner_accounts" CHECK (side <> 'owner' or (
        from_account ~ '^(world|unallocated|refunds_due|fees|processor_fees|losses|(order|seller):[0-9a-f-]{36})$' and
        to_account ~ '^(world|unallocated|refunds_due|fees|processor_fees|losses|(order|seller):[0-9a-f-]{36})$')),
	CONSTRAINT "ledger_entries_place_accounts" CHECK (side <> 'place' or (
        from_account in ('world', 'processor', 'bank', 'losses') and
        to_account in ('world', 'processor', 'bank', 'losses'))),
	CONSTRAINT "ledger_entries_side" CHECK (side in ('owner', 'place'))
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_reverses_ledger_entries_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_idempotency_key" ON "ledger_entries" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_one_reversal" ON "ledger_entries" USING btree ("reverses") WHERE reverses is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_by_charge" ON "ledger_entries" USING btree ("charge");
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A reversing row undoes exactly the row that it names.
CREATE FUNCTION check_ledger_reversal() RETURNS trigger
LANGUAGE plpgsql AS $$
declare
  undone ledger_entries;
begin
  select * into undone from ledger_entries where id = new.reverses;
  if (undone.side, undone.from_account, undone.to_account, undone.amount_cents)
    is distinct from (new.side, new.to_account, new.from_account, new.amount_cents) then
    raise exception 'the ledger row % does not undo %', new.id, new.reverses;
  end if;
  return new;
end
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_reversal BEFORE INSERT ON ledger_entries
FOR EACH ROW WHEN (new.reverses is not null) EXECUTE FUNCTION check_ledger_reversal();
--> statement-breakpoint
-- An insert that only becomes an update is checked as an insert first: hence the update comes first.
CREATE FUNCTION add_to_ledger_balance(changed text, cents bigint) RETURNS void
LANGUAGE plpgsql AS $$
begin
  update ledger_balances set balance_cents = balance_cents + cents where account = changed;
  if not found then
    insert into ledger_balances (account, balance_cents) values (changed, cents)
    on conflict (account) do update set balance_cents = ledger_balances.balance_cents + cents;
  end if;
end
$$;
--> statement-breakpoint
CREATE FUNCTION keep_ledger_balances() RETURNS trigger
LANGUAGE plpgsql AS $$
begin
  if new.from_account like '%:%' then
    perform add_to_ledger_balance(new.from_account, -new.amount_cents);
  end if;
  if new.to_account like '%:%' then
    perform add_to_ledger_balance(new.to_account, new.amount_cents);
  end if;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_balances AFTER INSERT ON ledger_entries
FOR EACH ROW WHEN (new.from_account like '%:%' or new.to_account like '%:%')
EXECUTE FUNCTION keep_ledger_balances();
--> statement-breakpoint
-- Balances follow the journal and nothing else.
CREATE FUNCTION refuse_balance_by_hand() RETURNS trigger
LANGUAGE plpgsql AS $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% is written by the journal only', tg_table_name;
  end if;
  return null;
end
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_balances_by_journal BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON ledger_balances
FOR EACH STATEMENT EXECUTE FUNCTION refuse_balance_by_hand();
