/** The settings of the embedded PostgreSQL. */
import { totalmem } from 'node:os';

export const usualSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The application logs refused statements with their request; in this log they would contain people's data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

/**
 * PostgreSQL's own cache and the cache that it may expect the system to have: shares of the machine, which runs other
 * programs, too. A page that it has to fetch from the system costs several times one of its own.
 */
export function memorySettings(megabytes: number): Record<string, string> {
  const buffers = Math.round(Math.min(1024, Math.max(128, megabytes / 16)));
  return {
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${Math.max(512, Math.round(megabytes / 2))}MB`,
  };
}

/** The machine's memory, or the container's if that is limited. */
export function memoryMegabytes(): number {
  const limit = process.constrainedMemory();
  const total = totalmem();
  return (limit > 0 ? Math.min(limit, total) : total) / 1024 ** 2;
}
