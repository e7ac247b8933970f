// Tells the shop's page, which frames this one, that the challenge was answered.
const { challenge, state } = document.body.dataset;
if (state === 'closed' && window.parent !== window)
  window.parent.postMessage({ answeredChallenge: challenge }, '*');

// Keys that are pressed in this frame do not reach the shop's dialog.
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') window.parent.postMessage({ refusedChallenge: challenge }, '*');
});
