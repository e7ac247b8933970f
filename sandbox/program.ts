import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** What a stand-in gets when it runs as a separate program. */
interface ProgramOptions {
  readonly pool: pg.Pool;
  readonly port: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Mounts a stand-in on `app`. @returns a line with its address */
export type Mount = (app: FastifyInstance, options: ProgramOptions) => Promise<string>;
