import type { ReactNode } from 'react';

import type { PublicPerson } from '#contract/users-page.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { AlertIcon, CheckIcon } from '#web/ui/icons.tsx';

import { languageNames } from './language-names.ts';

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Introduces a person: their own words, and verified facts. */
export function PersonIntro({ person }: { person: PublicPerson }) {
  const { name, photoURL, city, about, since, isSeller, status } = person;
  const isVerified = status === verifiedStatus;
  return (
    <div className="grid gap-6 desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] desk:gap-10">
      <div className="grid content-start gap-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
          <Avatar
            name={name}
            photo={photoURL}
            isVerified={isSeller ? isVerified : undefined}
            className="size-20"
          />
          <div className="min-w-0 grow basis-40">
            <h1 className="text-head wrap-anywhere">{name}</h1>
            <p className="text-quiet wrap-anywhere">
              {city !== '' && (
                <>
                  <bdi>{city}</bdi> ·{' '}
                </>
              )}
              Here since <time dateTime={since}>{month.format(new Date(since))}</time>
            </p>
          </div>
        </div>
        {about !== '' && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{about}</p>}
      </div>
      <Facts person={person} isVerified={isVerified} />
    </div>
  );
}

function Facts({ person, isVerified }: { person: PublicPerson; isVerified: boolean }) {
  const { languages, emailConfirmed, isSeller, sold, bought } = person;
  return (
    <dl className="divide-y divide-line self-start rounded-card border border-line bg-surface">
      {isSeller && (
        <Fact name="Account">
          <Claim holds={isVerified}>{isVerified ? 'Checked by us' : 'Not Verify'}</Claim>
        </Fact>
      )}
      <Fact name="E-mail address">
        <Claim holds={emailConfirmed}>{emailConfirmed ? 'Confirmed' : 'Not confirmed yet'}</Claim>
      </Fact>
      <Fact name="Sold here">{phones(sold)}</Fact>
      <Fact name="Bought here">{phones(bought)}</Fact>
      {languages.length > 0 && <Fact name="Speaks">{languageNames(languages)}</Fact>}
    </dl>
  );
}

function phones(count: number): string {
  if (count === 0) return 'Nothing yet';
  return count === 1 ? '1 phone' : `${count} phones`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 px-4 py-2.5">
      <dt className="basis-34 text-quiet">{name}</dt>
      <dd className="min-w-0 grow basis-24 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Claim({ holds, children }: { holds: boolean; children: ReactNode }) {
  const Icon = holds ? CheckIcon : AlertIcon;
  return (
    <span className={`flex items-center gap-1.5 ${holds ? 'text-good' : 'text-wait'}`}>
      <Icon className="size-5" />
      {children}
    </span>
  );
}
