ALTER TABLE "users" ADD COLUMN "leaving_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "came_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erase_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_by_erasure" ON "users" USING btree ("erase_due_at") WHERE erase_due_at is not null;--> statement-breakpoint
-- Who was deleted before there was an erasure is erased as well.
UPDATE users SET erase_due_at = now() + interval '14 days' WHERE removed_at IS NOT NULL;
--> statement-breakpoint
-- Histories stay as they were written, but for what an erasure takes out of them: names, addresses, free words.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
begin
  if tg_op = 'UPDATE' and tg_table_name <> 'ledger_entries'
    and current_setting('ringback.erasing', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name;
end
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_shown_photo() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op = 'DELETE' and current_setting('ringback.erasing', true) = 'on' then
    return old;
  end if;
  raise exception 'a photo that was shown in a dispute cannot be changed';
end
$$;
