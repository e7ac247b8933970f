ALTER TABLE "sessions" ADD COLUMN "authenticated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Sessions of before were authenticated when they began, not now.
UPDATE "sessions" SET "authenticated_at" = "created_at";
