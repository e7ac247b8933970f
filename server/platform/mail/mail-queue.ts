import { queue } from '#server/platform/jobs/jobs.ts';
import type { Mail } from './mail.ts';

/** Mail to be sent: enqueued in the transaction that gives rise to it. */
export const mailQueue = queue<Mail>('mail');
