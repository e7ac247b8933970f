/** Writes `docs/performance.md`. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, totalmem, type as systemName } from 'node:os';
import { fileURLToPath } from 'node:url';

import type { Options } from './options.ts';
import { tableOf, type Verdict } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The circumstances of a run, noted before it loads the machine itself. */
export interface Circumstances {
  readonly startedAt: Date;
  readonly load: number;
}

export const noteCircumstances = (): Circumstances => ({ startedAt: new Date(), load: loadavg()[0] ?? 0 });

/** Puts the result of a run in the place of the last one. */
export function writeReport(verdicts: readonly Verdict[], options: Options, now: Circumstances): void {
  const text = [opening, tableOf(verdicts), describeRun(options, now), meaning].join('\n\n');
  writeFileSync(`${root}docs/performance.md`, `${text}\n`);
}

const opening = `# Performance

Written by \`npm run bench\`. Each rate is held against the least that any server on the same libraries has to do for the same answer, the floor, measured in the same run: ratios travel from machine to machine, requests a second do not.`;

function describeRun({ phones, isQuick, rounds, roundSeconds }: Options, now: Circumstances): string {
  const [cpu] = cpus();
  const lines = [
    `- Run: ${now.startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit()}${isQuick ? ', `--quick`' : ''}`,
    `- Data: ${phones.toLocaleString('en-US')} phones; PostgreSQL as the product starts it, \`fsync\` on`,
    `- Rates: medians of ${rounds} rounds of about ${roundSeconds} s for each side, in turn, over 10 connections`,
    `- Machine: ${cpu?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${operatingSystem()} (${arch()}), Node ${process.versions.node}; load before the run ${now.load.toFixed(1)}`,
  ];
  return `## This run\n\n${lines.join('\n')}`;
}

function commit(): string {
  try {
    const git = (...parameters: string[]) =>
      execFileSync('git', parameters, {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    const hash = git('rev-parse', '--short', 'HEAD');
    // The report itself is always changed by a run.
    const isChanged = git('status', '--porcelain', '--', '.', ':!docs/performance.md') !== '';
    return isChanged ? `${hash} and changes on top` : hash;
  } catch {
    return 'unknown';
  }
}

function operatingSystem(): string {
  try {
    const release = readFileSync('/etc/os-release', 'utf8');
    return /^PRETTY_NAME="?([^"\n]+)/m.exec(release)?.[1] ?? systemName();
  } catch {
    return systemName();
  }
}

const meaning = `## What the rows mean

- **A category's phones as JSON, not cached**: \`GET /api/products?id=<category>\` for the largest category, 24 phones with seller and picture. Floor: a bare Fastify route that sends the same statement through \`pg\`, prepared by name, and answers \`JSON.stringify\` of the same fields. Both answers are compared first.
- **A category's page as HTML, not cached**: the page as a stranger gets it: in-process calls for its data, React Router, React, security policy, hand-over to the browser. Floor: a bare Fastify route with the same statement and \`renderToString\` of the product's own cards, without page, router and hand-over.
- **Bookings, each committed**: \`POST /api/bookedProduct\` by a thousand buyers with real tokens, a phone of its own for each, rate limits off. Floor: a bare Fastify route that takes the phone and writes the booking in one statement through \`pg\` and asks nobody who he is. Phones are freed between the rounds.
- **JavaScript of a page**: the modules that its HTML names and those that they import at once, gzipped one by one. What a page imports later, when it has woken up (a form, the blog's answers) or on a click, does not count.
- **Memory**: the resident set of the web process after the rows above.
- **Starts**: from \`npm start\` on an installed and built tree to the first 200 of \`/\`. The first one makes the database, the demo's people and its pictures; the second one finds them.

## How to run it

\`\`\`
npm run bench                      # about two and a half minutes
npm run bench -- --quick           # about one minute, less exact
npm run bench -- --phones=1000000  # from 1,000 to 1,000,000
npm run bench -- --json            # a line of JSON for each row
\`\`\`

Other work on the machine falls on both sides of a ratio, yet not evenly: run it on a quiet one. A row that misses its target is marked, and the command still ends well; nothing in \`npm test\` depends on timing.`;
