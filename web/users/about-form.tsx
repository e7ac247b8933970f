import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { About, City, Languages } from '#contract/users-page.ts';
import { type LanguageCode, languageCodes, maxAboutLength, maxLanguages } from '#contract/users-words.ts';
import { changeUser, type User } from '#contract/users.ts';
import { paths } from '#web/platform/paths.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { markFormSaved } from '#web/platform/mark-form-saved.ts';
import { useFormDraft } from '#web/platform/use-form-draft.ts';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import { TextArea, TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';

import { languageName, languageNames } from './language-names.ts';

const Entry = z.object({ city: City, about: About, languages: Languages });

export interface AboutFormProps {
  readonly user: User;
  readonly onSaved: () => void;
}

/** What a person writes about themselves on their public page; all fields are optional. */
export function AboutForm({ user, onSaved }: AboutFormProps) {
  const { form, failure, submit } = useAboutForm({ user, onSaved });
  const { errors, isDirty, isSubmitting } = form.formState;
  const languages = useController({ control: form.control, name: 'languages' }).field;
  return (
    <section aria-labelledby="about-heading" className="grid gap-4 border-t border-line pt-6">
      <h2 id="about-heading" className="text-title">
        Your public page
      </h2>
      <p>
        Everybody can see your name, your photo and what you say here. Your e-mail address and telephone
        number are never shown there.
      </p>
      <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <TextInput
          label="City"
          autoComplete="address-level2"
          error={errors.city?.message}
          {...form.register('city')}
        />
        <TextArea
          label="About you"
          hint={`Up to ${maxAboutLength} characters. Leave out addresses, telephone numbers and links.`}
          error={errors.about?.message}
          {...form.register('about')}
        />
        <LanguagesField
          chosen={languages.value}
          error={errors.languages?.message}
          openerRef={languages.ref}
          onChange={languages.onChange}
        />
        {isDirty && <p className="text-small text-quiet">Not saved yet.</p>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="quiet" isBusy={isSubmitting}>
            Update your page
          </Button>
          {user.isRegistered && user.role !== 'admin' && (
            <LinkButton variant="quiet" to={paths.publicPerson(user._id)}>
              See your public page
            </LinkButton>
          )}
        </div>
        {failure !== undefined && <FormError>{failure}</FormError>}
      </form>
    </section>
  );
}

interface LanguagesFieldProps {
  readonly chosen: readonly LanguageCode[];
  readonly error: string | undefined;
  /** Receives what opens the list, so that a form can focus it. */
  readonly openerRef: (opener: HTMLElement | null) => void;
  readonly onChange: (languages: LanguageCode[]) => void;
}

/** All languages as checkboxes, rendered only while the list is open. */
function LanguagesField({ chosen, error, openerRef, onChange }: LanguagesFieldProps) {
  const errorId = useId();
  const [isOpen, setOpen] = useState(false);
  const toggle = (code: LanguageCode): void =>
    onChange(chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code]);
  return (
    <>
      <details
        className={`group rounded-control border px-4 ${error === undefined ? 'border-line' : 'border-bad'}`}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary
          ref={openerRef}
          aria-describedby={error === undefined ? undefined : errorId}
          className="flex min-h-11 list-none items-center justify-between gap-4 font-semibold [&::-webkit-details-marker]:hidden"
        >
          Languages: {chosen.length === 0 ? 'none chosen' : languageNames(chosen)}
          <ChevronDownIcon className="size-5 text-quiet transition-[rotate] group-open:rotate-180" />
        </summary>
        {isOpen && (
          <fieldset className="columns-2 pb-3 tablet:columns-3">
            <legend className="sr-only">Languages that you speak, at most {maxLanguages}</legend>
            {languagesByName.map((code) => (
              <label key={code} className="flex min-h-11 items-center gap-2 text-small">
                <input
                  type="checkbox"
                  className="size-5"
                  checked={chosen.includes(code)}
                  onChange={() => toggle(code)}
                />
                {languageName(code)}
              </label>
            ))}
          </fieldset>
        )}
      </details>
      {error !== undefined && <FormError id={errorId}>{error}</FormError>}
    </>
  );
}

const languagesByName = languageCodes.toSorted((one, other) =>
  languageName(one).localeCompare(languageName(other), 'en'),
);

const entryOf = ({ city, about, languages }: User): z.infer<typeof Entry> => ({
  city,
  about,
  languages: languageCodes.filter((code) => languages.includes(code)),
});

/** What is changed in another tab is shown here once it is known, except in fields that were changed here. */
function useAboutForm({ user, onSaved }: AboutFormProps) {
  const call = useCall();
  const form = useForm({
    resolver: standardSchemaResolver(Entry),
    defaultValues: entryOf(user),
  });
  const forget = useFormDraft('about', form);
  const { dirtyFields } = form.formState;
  const showNewest = useEffectEvent((newest: z.infer<typeof Entry>) => {
    for (const field of ['city', 'about', 'languages'] as const)
      if (dirtyFields[field] === undefined) form.resetField(field, { defaultValue: newest[field] });
  });
  useEffect(() => showNewest(entryOf(user)), [user]);
  const fields = { city: 'city', about: 'about', languages: 'languages' } as const;
  const { failure, submit } = useFormSubmit(form, fields, async (body) => {
    const sent = form.getValues();
    // Only what was changed here: the rest may have been changed in another tab.
    const changes = {
      city: dirtyFields.city === undefined ? undefined : body.city,
      about: dirtyFields.about === undefined ? undefined : body.about,
      languages: dirtyFields.languages === undefined ? undefined : body.languages,
    };
    await call(changeUser, { body: changes });
    if (markFormSaved(form, sent, body)) await forget();
    onSaved();
  });
  return { form, failure, submit };
}
