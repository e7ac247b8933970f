-- Buyers could take paid bookings off their list before there were orders, and ended orders that an admin reopened later.
UPDATE bookings SET archived_at = NULL FROM orders
WHERE orders.id = bookings.id AND bookings.archived_at IS NOT NULL
  AND orders.state IN ('paid', 'sent', 'handed_over', 'disputed', 'returning');
