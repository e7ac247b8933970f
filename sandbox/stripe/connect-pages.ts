// Stripe's pages for connected accounts: onboarding, and the account's overview. They work without scripts.
import type Stripe from 'stripe';
import { escapeHtml, renderPage } from '#sandbox/pages/render-page.ts';

const sandbox = 'Stripe sandbox';

/** The form of the onboarding. `visit` binds it to the browser that has opened the link. */
export const onboardingPage = (account: Stripe.Account, visit: string): string =>
  page(
    'Get paid by Ringback',
    `<p>Stripe would ask ${escapeHtml(account.email ?? 'you')} for a name, a birthday and a bank account here.
      This is its stand-in: nothing is asked, and no real money moves.</p>
    <form method="post">
      <input type="hidden" name="visit" value="${escapeHtml(visit)}">
      <fieldset>
        <legend>Bank account</legend>
        <label><input type="radio" name="bank" value="000123456789" checked> 000123456789, which takes payouts</label>
        <label><input type="radio" name="bank" value="000111111116"> 000111111116, whose bank refuses them</label>
      </fieldset>
      <button name="outcome" value="complete">Finish</button>
      <button name="outcome" value="incomplete" class="quiet">Leave the identity document out</button>
      <button name="outcome" value="rejected" class="quiet">Be refused</button>
    </form>`,
  );

/** The balance and payouts of a connected account. */
export const accountPage = (
  account: Stripe.Account,
  cents: { available: number; pending: number },
  payouts: readonly Stripe.Payout[],
): string =>
  page(
    'Your account for payouts',
    `<dl>
      <dt>Account</dt><dd>${escapeHtml(account.id)}</dd>
      <dt>Bank account</dt><dd>${bankOf(account)}</dd>
      <dt>Available</dt><dd>${dollars(cents.available)}</dd>
      <dt>On its way from Ringback</dt><dd>${dollars(cents.pending)}</dd>
    </dl>
    <p>Stripe pays out by itself once a charge’s money is available, two days after it was paid.</p>
    <form method="post"><button>Let the days pass and pay out now</button></form>
    <h2>Payouts</h2>
    ${payouts.length === 0 ? '<p>None so far.</p>' : `<ul>${payouts.map(lineOf).join('')}</ul>`}`,
  );

export const missingPage = (): string =>
  page('There is no such page', '<p>The link was used, has expired, or never was one.</p>');

const page = (title: string, content: string): string =>
  renderPage({ title, sandbox, style: '../connect.css', content });

const lineOf = ({ amount, status, failure_message: reason }: Stripe.Payout): string =>
  `<li>${dollars(amount)}: ${escapeHtml(status)}${reason === null ? '' : `. ${escapeHtml(reason)}`}</li>`;

function bankOf({ external_accounts: accounts }: Stripe.Account): string {
  const bank = accounts?.data[0];
  return bank?.object === 'bank_account' ? `ending in ${escapeHtml(bank.last4)}` : 'none';
}

const dollars = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
