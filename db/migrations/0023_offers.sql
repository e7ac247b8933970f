CREATE TABLE "order_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"role" text NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text,
	"offer_kind" text,
	"offer_cents" integer,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_answered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "offer_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "offer_by" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "offer_kind" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "offer_cents" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_statements" ADD CONSTRAINT "order_statements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_statements" ADD CONSTRAINT "order_statements_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_statements_by_order" ON "order_statements" USING btree ("order_id","id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_offer" CHECK (num_nulls(offer_id, offer_by, offer_kind) in (0, 3) and (offer_kind is not distinct from 'part') = (offer_cents is not null));--> statement-breakpoint
CREATE TRIGGER order_statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_statements
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What was reported before is what its buyer says.
INSERT INTO order_statements (id, order_id, role, person_id, kind, text, at)
select gen_random_uuid(), id, 'buyer', buyer_id, 'report', problem_text, coalesce((
    select max(at) from state_changes
    where machine = 'order' and subject = orders.id and to_state = 'disputed' and role = 'buyer'
  ), updated_at)
from orders where problem_text is not null;
--> statement-breakpoint
-- So far everything went back, or nothing.
UPDATE payments SET refund_cents = amount_cents WHERE is_refund_due OR state = 'refunded';
