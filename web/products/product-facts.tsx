import type { ReactNode } from 'react';

import { gradeOf, minBatteryPercent } from '#contract/condition-grades.ts';
import type { ProductDetails } from '#contract/products.ts';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import { Ring, type RingTone } from '#web/ui/ring.tsx';

import { ConditionCriteria } from './condition-criteria.tsx';
import { accessoryName, describeFacts } from './fact-words.ts';
import { PostDate } from './post-date.tsx';
import { yearsOfUse } from './years-of-use.ts';

interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  /** Needs the full width on a small screen. */
  readonly isLong?: boolean;
}

/** All known facts of a phone, as pairs of words; what the seller did not fill in is left out. */
export function ProductFacts({ product }: { product: ProductDetails }) {
  return (
    <dl className="divide-y divide-line rounded-card border border-line bg-surface">
      {factsOf(product).map(({ name, value, isLong }) => (
        <div key={name} className="flex flex-wrap gap-x-4 px-4 py-2.5">
          <dt className="max-w-full shrink-0 basis-30 text-quiet tablet:basis-36">{name}</dt>
          {/* In large letters the value is below its name. */}
          <dd
            className={`min-w-0 grow basis-32 wrap-anywhere ${isLong === true ? 'max-phone:basis-full' : ''}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(product: ProductDetails): readonly Fact[] {
  const { deviceName, model, batteryHealth, accessories } = product;
  const isOtherName = deviceName !== undefined && deviceName !== model;
  return [
    { name: 'Condition', value: <Condition condition={product.condition} />, isLong: true },
    ...(isOtherName ? [{ name: 'Model', value: deviceName }] : []),
    ...describeFacts(product).map(({ name, label, text }) => ({
      name: label,
      value:
        name === 'batteryHealth' && batteryHealth !== undefined ? (
          <BatteryHealth percent={batteryHealth} />
        ) : (
          text
        ),
    })),
    { name: 'Used', value: yearsOfUse(product.useYear) },
    ...(accessories.length === 0
      ? []
      : [{ name: 'Comes with', value: accessories.map(accessoryName).join(', ') }]),
    { name: 'Place', value: product.location },
    { name: 'Listed', value: <PostDate time={product.time} /> },
  ];
}

/** The grade, its promise, and its criteria. */
function Condition({ condition }: { condition: string }) {
  const grade = gradeOf(condition);
  if (grade === undefined) return condition;
  return (
    <div className="grid gap-1">
      <p className="font-semibold">{condition}</p>
      <p className="text-small text-quiet">{grade.summary}</p>
      <details className="group text-small">
        <summary className="inline-flex min-h-11 list-none items-center gap-1 font-semibold text-action [&::-webkit-details-marker]:hidden">
          What that means
          <ChevronDownIcon className="size-4 transition-[rotate] group-open:rotate-180" />
        </summary>
        <ConditionCriteria grade={grade} />
      </details>
    </div>
  );
}

function BatteryHealth({ percent }: { percent: number }) {
  return (
    <span className="flex items-center gap-2">
      <Ring value={percent / 100} tone={batteryTone(percent)} className="size-6" />
      <span>
        <span className="font-semibold tabular-nums">{percent}%</span> of its original capacity
      </span>
    </span>
  );
}

/** Green from the minimum of a phone in good condition. */
const batteryTone = (percent: number): RingTone => (percent >= minBatteryPercent.good ? 'good' : 'wait');
