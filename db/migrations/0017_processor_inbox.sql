CREATE TABLE "processor_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"object_id" text,
	"transaction_id" text,
	"happened_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"last_error" text,
	"failed_at" timestamp with time zone,
	"processed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "processor_events_event_key" ON "processor_events" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "processor_events_due" ON "processor_events" USING btree ("next_attempt_at") WHERE processed_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "processor_events_failed" ON "processor_events" USING btree ("id" DESC NULLS FIRST) WHERE failed_at is not null;--> statement-breakpoint
CREATE INDEX "processor_events_processed" ON "processor_events" USING btree ("processed_at") WHERE processed_at is not null;