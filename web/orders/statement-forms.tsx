/** The forms for a side's statement in a dispute: the problem, the objection, and the evidence. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, useWatch } from 'react-hook-form';

import {
  addEvidence,
  disputeReturn,
  objectToCancellation,
  refuseProblem,
  reportProblem,
} from '#contract/orders-actions.ts';
import {
  maxReasonLength,
  maxStatementLength,
  possibleReasons,
  problemReasons,
} from '#contract/orders-problems.ts';
import { problemWords } from '#contract/orders-words.ts';
import type { Order } from '#contract/orders.ts';
import { FormFrame } from '#web/ui/form-frame.tsx';
import { Select, TextArea } from '#web/ui/inputs.tsx';

import { PhotosOfStatement, useStatementPhotos } from './photos-of-statement.tsx';
import { type ActionFormProps, useActionSubmit } from './use-action-submit.ts';

const atMost = (length: number): string => `At most ${length.toLocaleString('en-US')} characters.`;

export function ProblemForm({ order, ...about }: ActionFormProps & { order: Order }) {
  const form = useForm({
    resolver: standardSchemaResolver(reportProblem.body),
    defaultValues: { text: '' },
  });
  const { errors } = form.formState;
  const photos = useStatementPhotos(about.orderId, 'report-problem');
  const frame = useActionSubmit(about, 'report-problem', form, (body, call, params) =>
    photos.sendWith((ids) => call(reportProblem, { params, body: { ...body, photos: ids } })),
  );
  const reason = useWatch({ control: form.control, name: 'reason' });
  const possible = possibleReasons(order.state);
  // What was chosen before the phone arrived stays in sight: the form still has it, and the server's refusal is about it.
  const reasons = problemReasons.filter((each) => possible.includes(each) || reason === each);
  return (
    <FormFrame {...frame}>
      <Select label="What is wrong" required error={errors.reason?.message} {...form.register('reason')}>
        <option value="">Please choose</option>
        {reasons.map((each) => (
          <option key={each} value={each}>
            {problemWords[each].what}
          </option>
        ))}
      </Select>
      <TextArea
        label="Description"
        required
        rows={6}
        hint={problemWords[reason]?.show ?? `The seller and Ringback read it. ${atMost(maxStatementLength)}`}
        error={errors.text?.message}
        {...form.register('text')}
      />
      <PhotosOfStatement photos={photos} error={errors.photos?.message} />
    </FormFrame>
  );
}

const statements = {
  refuse: {
    endpoint: refuseProblem,
    label: 'Why the buyer is wrong',
    hint: 'The buyer and Ringback read it.',
  },
  'add-evidence': {
    endpoint: addEvidence,
    label: 'What it shows',
    hint: 'The other side and Ringback read it.',
  },
} as const;

export function StatementForm({ action, ...about }: ActionFormProps & { action: keyof typeof statements }) {
  const { endpoint, label, hint } = statements[action];
  const form = useForm({ resolver: standardSchemaResolver(addEvidence.body), defaultValues: { text: '' } });
  const { errors } = form.formState;
  const photos = useStatementPhotos(about.orderId, action);
  const frame = useActionSubmit(about, action, form, ({ text }, call, params) =>
    photos.sendWith((ids) => call(endpoint, { params, body: { text, photos: ids } })),
  );
  return (
    <FormFrame {...frame}>
      <TextArea
        label={label}
        required
        rows={6}
        hint={`${hint} ${atMost(maxStatementLength)}`}
        error={errors.text?.message}
        {...form.register('text')}
      />
      <PhotosOfStatement photos={photos} error={errors.photos?.message} />
    </FormFrame>
  );
}

const objections = {
  object: { endpoint: objectToCancellation, hint: 'The buyer and Ringback read it.' },
  'dispute-return': { endpoint: disputeReturn, hint: 'Say what came back, and what is wrong with it.' },
} as const;

/** Why the money should not be refunded, with the evidence. */
export function ObjectionForm({ action, ...about }: ActionFormProps & { action: keyof typeof objections }) {
  const { endpoint, hint } = objections[action];
  const form = useForm({
    resolver: standardSchemaResolver(objectToCancellation.body),
    defaultValues: { reason: '' },
  });
  const { errors } = form.formState;
  const photos = useStatementPhotos(about.orderId, action);
  const frame = useActionSubmit(about, action, form, ({ reason }, call, params) =>
    photos.sendWith((ids) => call(endpoint, { params, body: { reason, photos: ids } })),
  );
  return (
    <FormFrame {...frame}>
      <TextArea
        label="Why"
        required
        rows={4}
        hint={`${hint} ${atMost(maxReasonLength)}`}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <PhotosOfStatement photos={photos} error={errors.photos?.message} />
    </FormFrame>
  );
}
