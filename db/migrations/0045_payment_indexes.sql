DROP INDEX "payouts_by_bank_payout";--> statement-breakpoint
CREATE INDEX "charge_issues_of_booking" ON "charge_issues" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "payouts_refused_by_bank" ON "payouts" USING btree ("id") WHERE state in ('sent', 'paid') and failure_reason is not null;