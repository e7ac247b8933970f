// The page that stands for a password: choose who you are.
import type { Person } from './people.ts';

export type ChooseForm = { people: readonly Person[]; email: string; name: string; problem?: string };

/** `base` is where the sandbox is mounted; the form goes back to the page's own address. */
export function renderChoice(base: string, form: ChooseForm): string {
  const people = form.people.map(
    ({ sub, email, name }) => `<li><button type="submit" name="person" value="${escape(sub)}">
      <img src="${base}/people/${escape(sub)}.png" alt="" width="48" height="48" />
      <span><strong>${escape(name)}</strong><span>${escape(email)}</span></span>
    </button></li>`,
  );
  const described = form.problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"';
  return renderPage(
    base,
    'Choose a person',
    `<p>Continue to Ringback as one of these demo people. This page stands in for Google: no password, and nothing leaves this machine.</p>
    <form method="post"><ul>${people.join('')}</ul></form>
    <form method="post" class="other" novalidate>
      <h2>Use another e-mail</h2>
      <label for="email">E-mail</label>
      <input id="email" name="email" type="email" autocomplete="off" maxlength="254" required value="${escape(form.email)}"${described} />
      ${form.problem === undefined ? '' : `<p id="problem" class="problem" role="alert">${escape(form.problem)}</p>`}
      <label for="name">Name <span>(optional)</span></label>
      <input id="name" name="name" type="text" autocomplete="off" maxlength="80" value="${escape(form.name)}" />
      <button type="submit" name="other" value="1">Continue</button>
    </form>
    <form method="post"><button type="submit" name="cancel" value="1" class="quiet">Cancel</button></form>`,
  );
}

export function renderProblem(base: string, title: string, detail: string): string {
  return renderPage(
    base,
    title,
    `<p>${escape(detail)}</p><p>Close this window and start again from the sign-in page.</p>`,
  );
}

function renderPage(base: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escape(title)} · Sign-in sandbox</title>
<link rel="stylesheet" href="${base}/choose.css" />
</head>
<body>
<main>
<h1>${escape(title)}</h1>
${content}
</main>
</body>
</html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
