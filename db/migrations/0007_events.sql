CREATE TABLE "event_outbox" (
	"event_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_receipts" (
	"queue" text NOT NULL,
	"event_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_receipts_queue_event_id_pk" PRIMARY KEY("queue","event_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" uuid NOT NULL,
	"actor" uuid,
	"data" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "state_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"machine" text NOT NULL,
	"subject" uuid NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"role" text NOT NULL,
	"actor" uuid,
	"reason" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- No row has this state; one that had would be a paid booking.
UPDATE "bookings" SET "state" = 'paid' WHERE "state" = 'completed';--> statement-breakpoint
DROP INDEX "bookings_one_holder";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "state_changes_by_subject" ON "state_changes" USING btree ("subject","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_one_holder" ON "bookings" USING btree ("product_id") WHERE state in ('held', 'paid');--> statement-breakpoint
ALTER TABLE "reports" DROP COLUMN "resolved_at";
--> statement-breakpoint
-- What happened stays as it was written.
CREATE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
--> statement-breakpoint
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER state_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON state_changes
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
