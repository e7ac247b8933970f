CREATE TABLE "staff_actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"actor" uuid NOT NULL,
	"person_id" uuid,
	"order_id" uuid,
	"detail" text,
	"reason" text,
	"words" text,
	"at" timestamp with time zone NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "staff_actions_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "made_good_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "corrections" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "staff_actions_by_order" ON "staff_actions" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "staff_actions_by_person" ON "staff_actions" USING btree ("person_id","position");--> statement-breakpoint
CREATE INDEX "staff_actions_by_actor" ON "staff_actions" USING btree ("actor","position");--> statement-breakpoint
CREATE TRIGGER staff_actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON staff_actions
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
