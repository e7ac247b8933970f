// `npm test`: everything, in order, to the end. `npm test -- --only=check|unit|e2e` runs a part, `--only=cluster` the
// journeys once more behind nginx and PgBouncer, `--only=histories` many thousand random histories of a deal.
// The last line of its output is the sum: "N passed, N failed".
import { type Step, steps, stopRunningStep } from './test-steps.ts';
import type { Tally } from './test-tally.ts';

const kinds = ['check', 'unit', 'e2e', 'cluster', 'histories'];

/** Run only on request. */
const longKinds = ['cluster', 'histories'];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stopRunningStep('SIGINT');
    process.exitCode = 130;
    // A step between two programs must not start the next one; PostgreSQL ends with this process.
    setTimeout(() => process.exit(130), 5000).unref();
  });
}

await testAll(process.argv.slice(2));

async function testAll(parameters: string[]): Promise<void> {
  const only = parameters.find((parameter) => parameter.startsWith('--only='))?.slice('--only='.length);
  if (only !== undefined && !kinds.includes(only)) {
    console.error(`--only is one of ${kinds.join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const chosen = steps.filter(({ kind }) => (only === undefined ? !longKinds.includes(kind) : kind === only));
  const tallies: Tally[] = [];
  const lines: string[] = [];
  for (const step of chosen) {
    if (process.exitCode === 130) return;
    const startedAt = performance.now();
    const tally = await runStep(step);
    tallies.push(tally);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const line = `${tally.failed ? 'FAILED' : 'ok    '} ${step.name}: ${describe(tally)} in ${seconds} s`;
    console.log(line);
    lines.push(line);
  }
  const sum = {
    passed: tallies.reduce((total, tally) => total + tally.passed, 0),
    failed: tallies.reduce((total, tally) => total + tally.failed, 0),
  };
  process.exitCode = sum.failed > 0 ? 1 : 0;
  console.log(`\n${lines.join('\n')}\n\n${describe(sum)}`);
}

async function runStep(step: Step): Promise<Tally> {
  console.log(`\n── ${step.name}`);
  try {
    return await step.run();
  } catch (cause) {
    console.log(cause instanceof Error ? cause.message : cause);
    return { passed: 0, failed: 1 };
  }
}

function describe({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}
