DROP INDEX "state_changes_by_subject";--> statement-breakpoint
ALTER TABLE "state_changes" ADD COLUMN "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "state_changes_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE INDEX "state_changes_by_subject" ON "state_changes" USING btree ("subject","position");