/** PostgreSQL settings for data that need not survive a power cut, and for many small pools. */
export const throwawaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // It may lie in memory.
  max_wal_size: '256MB',
  // Tests cause deadlocks on purpose; PostgreSQL looks for one after a second otherwise.
  deadlock_timeout: '50ms',
  max_connections: '300',
  // Its workers belong to another role, and would prevent dropping a test's database.
  autovacuum: 'off',
};
