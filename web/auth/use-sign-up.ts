import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { type UserType, registerUser } from '#contract/users.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { useCall, useSession } from '#web/platform/runtime.tsx';
import type { PhotoSource } from '#web/users/photo-source.ts';

export interface SignUpEntry {
  readonly name: string;
  readonly email: string;
  readonly password?: string;
  readonly photo?: File;
  readonly userType: UserType;
}

/**
 * Signs up in the order that the API requires: account, token, picture, record. Finished steps are not repeated: after
 * a failure the next run continues where the last one ended.
 *
 * @param made the account that exists already: of somebody from Google, or of a sign-up that was left halfway
 */
export function useSignUp(upload: PhotoSource['upload'], made: Identity | undefined) {
  const { createUser, updateProfile } = useSession();
  const call = useCall();
  const queryClient = useQueryClient();
  const [account, setAccount] = useState(made);
  const sent = useRef<{ file: File; url: string }>(undefined);

  const sendPhoto = async (file: File): Promise<string> => {
    if (sent.current?.file !== file) sent.current = { file, url: await upload(file) };
    return sent.current.url;
  };
  const signUp = async ({ name, email, password = '', photo, userType }: SignUpEntry): Promise<void> => {
    const person = account ?? (await createUser({ name, email, password }));
    try {
      const photoURL = (photo === undefined ? person.photoURL : await sendPhoto(photo)) || undefined;
      await call(registerUser, { body: { name, email: person.email, photoURL, userType } });
      // Pages that were open before the sign-up was finished may have read it. The form that is open now stays.
      void queryClient.invalidateQueries({ queryKey: queryKeys.ownUser.all, refetchType: 'none' });
      await updateProfile({ displayName: name, photoURL });
    } catch (error) {
      // Only now does the form belong to an account that lacks the rest.
      setAccount(person);
      throw error;
    }
  };
  return { account, signUp };
}
