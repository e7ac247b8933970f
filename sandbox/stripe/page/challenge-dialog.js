import { addStyle } from './style.js';

/**
 * Shows the bank's page in a dialog until it is answered; closing the dialog is a refusal.
 * @param {string} base @param {string} challengeId
 * @returns {Promise<void>}
 */
export function showChallenge(base, challengeId) {
  const url = `${base}/3ds/${encodeURIComponent(challengeId)}`;
  addStyle();
  const dialog = document.createElement('dialog');
  dialog.className = 'sandbox-challenge';
  dialog.setAttribute('aria-label', 'Confirm your payment with your bank');
  const frame = document.createElement('iframe');
  frame.title = '3D Secure';
  frame.src = url;
  const cancel = document.createElement('button');
  cancel.type = 'button';
  cancel.textContent = 'Cancel';
  dialog.append(frame, cancel);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    const close = () => {
      window.removeEventListener('message', onMessage);
      dialog.close();
      dialog.remove();
      resolve();
    };
    const refuse = async () => {
      cancel.disabled = true;
      await refuseChallenge(url);
      close();
    };
    const onMessage = (event) => {
      if (event.source !== frame.contentWindow) return;
      if (event.data?.answeredChallenge === challengeId) close();
      if (event.data?.refusedChallenge === challengeId) void refuse();
    };
    window.addEventListener('message', onMessage);
    cancel.addEventListener('click', () => void refuse());
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      void refuse();
    });
  });
}

/** If this request fails, the intent stays in `requires_action`, which the caller sees when it retrieves the intent. */
async function refuseChallenge(url) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await fetch(url, { method: 'POST', headers, body: 'outcome=fail', credentials: 'omit' }).catch(
    () => undefined,
  );
}
