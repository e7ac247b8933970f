-- What banks have taken is on both sides of the journal, and the days had the sum of the two: they are the same.
UPDATE "ledger_days" SET "cents" = "cents" / 2 WHERE "account" = 'losses';
