// The page that replaces Google's password page: the visitor chooses who they are.
import { escapeHtml, renderPage } from '#sandbox/pages/render-page.ts';
import type { Person } from './people.ts';

export type ChooseForm = { people: readonly Person[]; email: string; name: string; problem?: string };

/** `base` is where the sandbox is mounted; the form posts to the page's own URL. */
export function renderChoice(base: string, form: ChooseForm): string {
  const people = form.people.map(
    ({ sub, email, name }) => `<li><button type="submit" name="person" value="${escapeHtml(sub)}">
      <img src="${base}/people/${escapeHtml(sub)}.png" alt="" width="48" height="48" />
      <span><strong>${escapeHtml(name)}</strong><span>${escapeHtml(email)}</span></span>
    </button></li>`,
  );
  const described = form.problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"';
  return frame(
    base,
    'Choose a person',
    `<p>Continue to Ringback as one of these demo people. This page stands in for Google: no password, and nothing leaves this machine.</p>
    <form method="post"><ul>${people.join('')}</ul></form>
    <form method="post" class="other" novalidate>
      <h2>Use another e-mail</h2>
      <label for="email">E-mail</label>
      <input id="email" name="email" type="email" autocomplete="off" maxlength="254" required value="${escapeHtml(form.email)}"${described} />
      ${form.problem === undefined ? '' : `<p id="problem" class="problem" role="alert">${escapeHtml(form.problem)}</p>`}
      <label for="name">Name <span>(optional)</span></label>
      <input id="name" name="name" type="text" autocomplete="off" maxlength="80" value="${escapeHtml(form.name)}" />
      <button type="submit" name="other" value="1">Continue</button>
    </form>
    <form method="post"><button type="submit" name="cancel" value="1" class="quiet">Cancel</button></form>`,
  );
}

export function renderProblem(base: string, title: string, detail: string): string {
  return frame(
    base,
    title,
    `<p>${escapeHtml(detail)}</p><p>Close this window and start again from the sign-in page.</p>`,
  );
}

const frame = (base: string, title: string, content: string): string =>
  renderPage({ title, sandbox: 'Sign-in sandbox', style: `${base}/choose.css`, content });
