-- The fee of a completed order is stored as it is after a part of its money went back at the processor. Of earlier such
-- orders it is read from the journal.
WITH "fees_left" AS (
	SELECT "order_id", sum(CASE WHEN "to_account" = 'fees' THEN "amount_cents" ELSE -"amount_cents" END) AS "cents"
	FROM "ledger_entries" AS "entry"
	WHERE "kind" IN ('completed', 'refund-decided') AND 'fees' IN ("from_account", "to_account")
		AND NOT EXISTS (SELECT FROM "ledger_entries" AS "undoing" WHERE "undoing"."reverses" = "entry"."id")
	GROUP BY "order_id"
)
UPDATE "orders" SET "fee_cents" = "cents", "vat_cents" = round("cents" * "vat_percent"::numeric / (100 + "vat_percent"::numeric))
FROM "fees_left"
WHERE "fees_left"."order_id" = "orders"."id" AND "state" = 'completed' AND "refunded_cents" BETWEEN 1 AND "amount_cents" - 1
	AND "fee_cents" <> "cents" AND "cents" BETWEEN 0 AND "amount_cents";
