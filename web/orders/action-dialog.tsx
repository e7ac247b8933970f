import { useForm } from 'react-hook-form';

import {
  acceptPhone,
  confirmReceipt,
  confirmReturn,
  keepPhone,
  listAgain,
  withdrawCancellation,
  withdrawProblem,
} from '#contract/orders-actions.ts';
import { orderActionWords } from '#contract/orders-words.ts';
import type { Order } from '#contract/orders.ts';
import { useDealTimes } from '#web/bookings/deal-times.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormFrame } from '#web/ui/form-frame.tsx';

import { DeliveryForm, ParcelForm, ReasonForm, RefundForm } from './action-forms.tsx';
import { type ListedAction, actionTexts } from './action-texts.ts';
import { DecisionForm } from './decision-form.tsx';
import { OfferAnswerForm, OfferForm } from './offer-forms.tsx';
import { heldBackWords } from './order-words.ts';
import { ReopenForm } from './reopen-form.tsx';
import { ObjectionForm, ProblemForm, StatementForm } from './statement-forms.tsx';
import { type ActionFormProps, useActionSubmit } from './use-action-submit.ts';

export interface ActionDialogProps {
  readonly order: Order;
  readonly action: ListedAction;
  readonly onClose: () => void;
}

/** Explains an action and asks for the details that it needs. */
export function ActionDialog({ order, action, onClose }: ActionDialogProps) {
  const toasts = useToasts();
  const timeFor = useDealTimes();
  const { explains, warns, done, variant } = actionTexts[action];
  const about: ActionFormProps = {
    orderId: order._id,
    submitLabel: orderActionWords[action],
    variant: variant === 'danger' ? 'danger' : 'action',
    onDone: () => {
      toasts.success(done);
      onClose();
    },
  };
  return (
    <Dialog title={orderActionWords[action]} intro={warns ?? explains(timeFor, order)} onClose={onClose}>
      <div className="grid gap-4">
        {order.hasOpenChargeback && <p>{heldBackWords[order.role]}</p>}
        <ActionForm order={order} action={action} about={about} />
      </div>
    </Dialog>
  );
}

interface ActionFormParts extends Pick<ActionDialogProps, 'order' | 'action'> {
  readonly about: ActionFormProps;
}

function ActionForm({ order, action, about }: ActionFormParts) {
  switch (action) {
    case 'cancel':
    case 'ask-to-cancel':
    case 'confirm-delivery':
      return <ReasonForm action={action} {...about} />;
    case 'object':
    case 'dispute-return':
      return <ObjectionForm action={action} {...about} />;
    case 'offer':
      return <OfferForm order={order} {...about} />;
    case 'accept-offer':
    case 'decline-offer':
      return <OfferAnswerForm order={order} action={action} {...about} />;
    case 'refuse':
    case 'add-evidence':
      return <StatementForm action={action} {...about} />;
    case 'refund':
      return <RefundForm {...about} />;
    case 'send':
    case 'send-back':
      return <ParcelForm action={action} {...about} />;
    case 'report-problem':
      return <ProblemForm order={order} {...about} />;
    case 'decide':
      return <DecisionForm order={order} {...about} />;
    case 'reopen':
      return <ReopenForm order={order} {...about} />;
    case 'choose-delivery':
      return <DeliveryForm order={order} {...about} />;
    default:
      // A new action without a form causes a compile error here.
      return <ConfirmForm action={action} {...about} />;
  }
}

const confirmCalls = {
  'confirm-receipt': confirmReceipt,
  accept: acceptPhone,
  'confirm-return': confirmReturn,
  'withdraw-cancellation': withdrawCancellation,
  'withdraw-problem': withdrawProblem,
  keep: keepPhone,
  'list-again': listAgain,
} as const;

/** For actions without fields. */
function ConfirmForm({ action, ...about }: ActionFormProps & { action: keyof typeof confirmCalls }) {
  const form = useForm();
  const frame = useActionSubmit(about, action, form, (_nothing, call, params) =>
    call(confirmCalls[action], { params, body: undefined }),
  );
  return <FormFrame {...frame} />;
}
