import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { Name } from '#contract/users.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { markFormSaved } from '#web/platform/mark-form-saved.ts';
import { useFormDraft } from '#web/platform/use-form-draft.ts';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';
import { PhotoField } from '#web/ui/photo-field.tsx';

import type { PhotoSource } from './photo-source.ts';

export interface ProfileFormProps {
  readonly identity: Identity;
  readonly photo: PhotoSource;
  readonly onSaved: () => void;
}

/** The person's own name and photo; the e-mail address is changed by a mail to the new one. */
export function ProfileForm(props: ProfileFormProps) {
  const { form, failure, submit } = useProfileForm(props);
  const { dirtyFields, errors, isSubmitting } = form.formState;
  const { identity, photo } = props;
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Name"
        required
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <PhotoField
        label="Photo"
        accept={photo.accept}
        progress={photo.progress}
        current={identity.photoURL}
        error={errors.photo?.message}
        {...form.register('photo', { onChange: () => void form.trigger('photo') })}
      />
      <TextInput
        label="Email"
        type="email"
        value={identity.email}
        readOnly
        hint="You log in with it. You can change it below."
      />
      {dirtyFields.name === true && <p className="text-small text-quiet">Not saved yet.</p>}
      <Button type="submit" className="justify-self-start" isBusy={isSubmitting}>
        Save
      </Button>
      {failure !== undefined && <FormError>{failure}</FormError>}
    </form>
  );
}

function useProfileForm({ identity, photo, onSaved }: ProfileFormProps) {
  const { updateProfile } = useSession();
  // The field keeps its file, which by the next saving may no longer be the newest photo.
  const [savedFile, setSavedFile] = useState<File>();
  const form = useForm({
    resolver: standardSchemaResolver(z.object({ name: Name, photo: photo.possible })),
    defaultValues: { name: identity.displayName, photo: undefined },
  });
  const { resetField } = form;
  const isTyped = form.formState.dirtyFields.name === true;
  // If the name arrives after the form, it fills the field in, unless something has been typed. Only this field is
  // reset: a reset of the form would also clear its submitting state.
  useEffect(() => {
    if (!isTyped) resetField('name', { defaultValue: identity.displayName });
  }, [identity.displayName, isTyped, resetField]);
  const forget = useFormDraft('profile', form);
  const fields = { name: 'name', photoURL: 'photo' } as const;
  const { failure, submit } = useFormSubmit(form, fields, async ({ name, photo: file }) => {
    const sent = form.getValues();
    // Only what was changed here: the name may have been changed on another device.
    const displayName = isTyped ? name : undefined;
    const isNew = file !== undefined && file !== savedFile;
    await updateProfile({ displayName, photoURL: isNew ? await photo.upload(file) : undefined });
    setSavedFile(file);
    if (markFormSaved(form, sent, { name })) await forget();
    onSaved();
  });
  return { form, failure, submit };
}
