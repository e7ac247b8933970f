import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { useFormDraft } from '#web/platform/use-form-draft.ts';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';

import { Dialog } from './dialog.tsx';
import { FormFrame } from './form-frame.tsx';
import { TextArea, TextInput } from './inputs.tsx';

export interface TextDialogProps {
  readonly title: string;
  /** The purpose of the text, and what follows. */
  readonly intro: ReactNode;
  readonly label: string;
  readonly hint: string;
  readonly submitLabel: string;
  /** The text's rules, from the contract. */
  readonly schema: z.ZodMiniType<string, string>;
  /** The text's name in the contract, which the server uses in refusals. */
  readonly name: string;
  /** The name of the draft that is stored when the dialog is closed without sending it: `dismiss <id>`. */
  readonly draft: string;
  readonly initialText?: string;
  readonly isOptional?: boolean;
  readonly isOneLine?: boolean;
  /** Sends the text. An error is shown, and the dialog stays open with the typed text. */
  readonly onSave: (text: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for one text, sends it and closes. */
export function TextDialog(props: TextDialogProps) {
  const { title, intro, label, hint, submitLabel, schema, name, draft, onSave, onClose } = props;
  const form = useForm({
    resolver: standardSchemaResolver(z.object({ text: schema })),
    defaultValues: { text: props.initialText ?? '' },
  });
  const forget = useFormDraft(draft, form);
  const { errors, isSubmitting } = form.formState;
  const { failure, submit } = useFormSubmit(form, { [name]: 'text' }, async ({ text }) => {
    await onSave(text);
    await forget();
    onClose();
  });
  const Field = props.isOneLine === true ? TextInput : TextArea;
  return (
    <Dialog title={title} intro={intro} onClose={onClose}>
      <FormFrame submitLabel={submitLabel} failure={failure} isBusy={isSubmitting} onSubmit={submit}>
        <Field
          label={label}
          required={props.isOptional !== true}
          hint={hint}
          error={errors.text?.message}
          {...form.register('text')}
        />
      </FormFrame>
    </Dialog>
  );
}
