/**
 * Shows one form by one library. `?by=ours&fields=100` mounts it as the page opens; with `&click` the page loads the
 * library first and mounts the form at `window.mountForm()`.
 */
import { formOf } from './form.js';

const libraries = {
  bare: () => import('./bare.js'),
  ours: () => import('./ours.tsx'),
  rjsf: () => import('./rjsf.js'),
  'json-forms': () => import('./json-forms.js'),
  survey: () => import('./survey.js'),
  formio: () => import('./formio.js'),
};

const asked = new URLSearchParams(location.search);
const { mount } = await libraries[asked.get('by')]();
const form = formOf(Number(asked.get('fields')));
const place = document.getElementById('form');

/** Calls with the time of the page after the next paint. */
function afterPaint(call) {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => call(performance.now()));
    port1.start();
    port2.postMessage(null);
  });
}

/** Resolves after the paint that shows all fields. */
function painted() {
  return new Promise((resolve) => {
    const look = () => {
      const count = place.querySelectorAll('input, select, textarea').length;
      if (count < form.count) requestAnimationFrame(look);
      else afterPaint(resolve);
    };
    look();
  });
}

window.keyTimes = [];
document.addEventListener(
  'keydown',
  () => {
    const start = performance.now();
    afterPaint((end) => window.keyTimes.push(end - start));
  },
  true,
);

window.mountForm = async () => {
  const start = performance.now();
  await mount(place, form);
  return (await painted()) - start;
};

if (asked.has('click')) window.isReady = true;
else {
  await mount(place, form);
  window.mountedAt = await painted();
}
