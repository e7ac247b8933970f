import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';

import { pictureTypes } from '#contract/media.ts';
import { conditions } from '#contract/products.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';
import { PhotoField } from '#web/ui/photo-field.tsx';

import { CategoryField } from './add-product-category.tsx';
import { ProductEntry, emptyEntry } from './add-product-entry.ts';
import { useProductSubmit } from './add-product-submit.ts';

/** Lists a phone for sale (spec section 5). */
export function AddProductForm({ identity }: { identity: Identity | undefined }) {
  const email = identity?.email ?? '';
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: standardSchemaResolver(ProductEntry),
    defaultValues: emptyEntry,
  });
  const { submit, progress, failure } = useProductSubmit(email, setError);
  const { errors, isSubmitting } = formState;
  const field = (name: keyof typeof emptyEntry) => ({ ...register(name), error: errors[name]?.message });
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
      className="grid max-w-article gap-x-6 gap-y-5 tablet:grid-cols-2"
    >
      <Lister name={identity?.displayName ?? ''} email={email} />
      <TextInput label="Model" hint="As the maker writes it, such as Pixel 8 Pro" {...field('model')} />
      <CategoryField {...field('categoryId')} />
      <PhotoField
        label="Photo"
        hint="The whole phone, in good light. At most 10 MB."
        accept={pictureTypes}
        progress={progress}
        className="tablet:col-span-2"
        {...field('photo')}
      />
      <TextInput label="Buying price" hint="What it cost new" before="$" {...price} {...field('buy')} />
      <TextInput label="Selling price" hint="What you ask for it" before="$" {...price} {...field('sell')} />
      <TextInput label="Year of use" hint="How many years, such as 2" {...field('useYear')} />
      <Select label="Condition" {...field('condition')}>
        {conditionOptions}
      </Select>
      <TextInput
        label="Phone number"
        hint="It is not shown in your listing"
        type="tel"
        autoComplete="tel"
        {...field('phone')}
      />
      <TextInput label="Location" hint="Your city" autoComplete="address-level2" {...field('location')} />
      <div className="grid gap-4 tablet:col-span-2 tablet:justify-start">
        {failure !== undefined && <FormError>{failure}</FormError>}
        <Button type="submit" isBusy={isSubmitting} disabled={email === ''}>
          Add Product
        </Button>
      </div>
    </form>
  );
}

const conditionOptions = conditions.map((condition) => <option key={condition}>{condition}</option>);

const price = { inputMode: 'decimal', autoComplete: 'off' } as const;

/** Who lists it is whoever is signed in. */
function Lister({ name, email }: { name: string; email: string }) {
  return (
    <>
      <TextInput label="Name" value={name} readOnly />
      <TextInput label="Email" type="email" value={email} readOnly />
    </>
  );
}
