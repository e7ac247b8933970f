ALTER TABLE "bookings" ADD COLUMN "rebook_after" timestamp with time zone;
--> statement-breakpoint
-- Volatile, so that it counts with a snapshot taken when it is called: after the caller's lock on the person.
CREATE FUNCTION count_held(person uuid) RETURNS bigint
LANGUAGE sql VOLATILE AS $$
  select count(*) from bookings where buyer_id = person and state = 'held'
$$;
