// Tells the shop's page, which shows this one in a frame, that the question has been answered.
const { challenge, state } = document.body.dataset;
if (state === 'closed' && window.parent !== window)
  window.parent.postMessage({ answeredChallenge: challenge }, '*');

// The shop's dialog does not hear keys that are pressed in here.
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') window.parent.postMessage({ refusedChallenge: challenge }, '*');
});
