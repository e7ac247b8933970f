/** PostgreSQL settings for data that does not have to survive a power cut, and for many small pools. */
export const throwawaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
};
