// Calls of the page to the stand-in's REST API.

/**
 * Sends a form with the publishable key; answers Stripe's object or its error, and never rejects.
 * @param {string} base @param {string} key @param {string} path @param {object} params
 * @returns {Promise<{ value?: any, error?: any }>}
 */
export async function post(base, key, path, params) {
  return call(`${base}/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: encodeForm({ ...params, key }).toString(),
  });
}

/** @param {string} base @param {string} key @param {string} path @param {object} params */
export async function get(base, key, path, params) {
  return call(`${base}/v1/${path}?${encodeForm({ ...params, key })}`, {});
}

/** `pi_123` of `pi_123_secret_456`. @param {unknown} clientSecret */
export function intentIdOf(clientSecret) {
  const id = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(String(clientSecret))?.[1];
  if (id !== undefined) return id;
  throw new Error(
    'Invalid value for stripe.confirmCardPayment intent secret: value should be a client secret of the form ' +
      `\${id}_secret_\${secret}. You specified: ${String(clientSecret)}.`,
  );
}

/** @param {string} url @param {RequestInit} init */
async function call(url, init) {
  try {
    const response = await fetch(url, { ...init, credentials: 'omit' });
    const body = await response.json();
    return response.ok ? { value: body } : { error: body.error };
  } catch {
    const message =
      'We are experiencing issues connecting to our payments provider. You have not been charged. ' +
      'Please check your internet connection and try again. If the problem persists please contact us.';
    return { error: { type: 'api_connection_error', message } };
  }
}

/** Stripe's brackets: `{ card: { number } }` is `card[number]`. @param {object} params */
function encodeForm(params) {
  const form = new URLSearchParams();
  const add = (name, value) => {
    if (value === undefined || value === null) return;
    if (typeof value !== 'object') return form.append(name, String(value));
    for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return form;
}
